import type { PlanId } from '@stoa/contract/platform/organizations'
import type { Access as AccessLevel } from '@stoa/contract/endpoint'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountRules } from '../project/accounts.ts'
import type { AlertRecords } from '../project/alert-records.ts'
import type { AdvisorRecords } from '../project/advisor-records.ts'
import type { QueryRecords } from '../project/query-records.ts'
import type { DrainRecords } from '../project/drain-records.ts'
import type { Member } from '../project/member.ts'
import type { MemberRun } from '../project/member-run.ts'
import type { MemberAction } from '../project/service.ts'
import { mountRoutes, type Route } from '../lib/http.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { createRateLimiter } from '../lib/rate-limit.ts'
import type { MigrationOptions } from '../postgres/migrations.ts'
import { accessTokenRoutes } from './access-tokens/routes.ts'
import { createAccess } from './access/access.ts'
import { createAlertRecords } from './alerts/records.ts'
import { createAdvisorRecords } from './advisors/records.ts'
import { createQueryRecords } from './query-performance/records.ts'
import { actorOf, audit, storable } from './audit.ts'
import { backupRoutes } from './backups/routes.ts'
import { createRequestedBackups } from './backups/take-requested.ts'
import { createBranchMerges } from './branch-changes/branch-merges.ts'
import { branchChangeRoutes } from './branch-changes/routes.ts'
import { createSnapshotWatch } from './branch-changes/snapshot-watch.ts'
import { deleteDueBranches } from './branches/delete-branch.ts'
import { branchRoutes } from './branches/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import { forgetOldContent } from './content/forget-old-content.ts'
import { contentRoutes } from './content/routes.ts'
import { recordRun, runnerOf } from './content/run-history.ts'
import type { Context } from './context.ts'
import type { PlatformDeps } from './deps.ts'
import { featureFlagRoutes } from './feature-flags/routes.ts'
import { createHousekeeping } from './housekeeping.ts'
import { pauseIdleProjects } from './idle-projects/pause-idle-projects.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { createStatusFeed } from './incidents/status-feed.ts'
import { createOwnerLink } from './installation/owner-link.ts'
import { prepareSelfHosted } from './installation/prepare-self-hosted.ts'
import { createAccountRules } from './account-rules.ts'
import { installationRoutes } from './installation/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { remindOfInvoices } from './invoices/remind-of-invoices.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { createDrainRecords } from './log-drains/records.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { managementRoutes } from './management/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { createKeptBans, type KeptBans } from './network-access/kept-bans.ts'
import { networkAccessRoutes } from './network-access/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { dropOldNotifications } from './notifications/drop-old-notifications.ts'
import { createProjectWatch } from './notifications/project-watch.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { createPasswordStrength } from './profile/password-strength.ts'
import { finishAccountDeletions } from './profile/port.ts'
import { profileRoutes } from './profile/routes.ts'
import { postgresSettingsRoutes } from './postgres-settings/routes.ts'
import { createPermissionTable } from './permissions.ts'
import { findOrganizationOf, requirePlan } from './projects/port.ts'
import { createConnectionHandles } from './projects/connection-handles.ts'
import { finishDeletions } from './projects/finish-deletions.ts'
import { projectRoutes } from './projects/routes.ts'
import { projectServiceRoutes } from './projects/service-routes.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import { endGracePeriods } from './restriction/end-grace-periods.ts'
import { restrictionRoutes } from './restriction/routes.ts'
import { createServing } from './restriction/serving.ts'
import { schemaLayoutRoutes } from './schema-layouts/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { tableViewRoutes } from './table-views/routes.ts'
import { createErrorCollector } from './telemetry/error-collector.ts'
import { dropOldTelemetry } from './telemetry/record-event.ts'
import { telemetryRoutes } from './telemetry/routes.ts'

export type { FenceState, PlatformBackups, PlatformDeps } from './deps.ts'
export { createMailbox } from './mailbox/mailbox.ts'

/**
 * Migrations of the control plane's own part of its database; apply them before `createPlatform`.
 */
export const platformMigrations: MigrationOptions = {
  owner: 'platform',
  folder: new URL('migrations/', import.meta.url),
}

export type Platform = {
  /** Adds every platform endpoint of the contract; the scope's `authorize` hook must run before them. */
  routes(app: FastifyInstance): void
  /** Decides whether a request is admitted to a route with this access; see `Access.authorize`. */
  authorize(request: FastifyRequest, access: AccessLevel): Promise<Member>
  /** Whether the member has another permission; see `Access.can`. */
  can(request: FastifyRequest, permission: Permission): boolean
  /** Records a member's action on the project of the path in the audit log. */
  recordAudit(request: FastifyRequest, action: MemberAction): Promise<void>
  /** Adds a member's run of SQL text to their history. */
  recordRun(request: FastifyRequest, run: MemberRun): Promise<void>
  /** Refuses a member's database-metadata request without its connection handle; see `ConnectionHandles.require`. */
  requireConnectionHandle(request: FastifyRequest): void
  /**
   * Refuses with 402 `organization_restricted` for a project that must not serve. The gateway calls
   * it for requests of the project's clients.
   */
  requireServing(ref: string): void | Promise<void>
  /** The slug of the organization that owns a project; the project's own ref if it is deleted. */
  organizationOf(ref: string): Promise<string>
  /** The plan of the organization that owns a project; the lowest if it is deleted. */
  planOf(ref: string): Promise<PlanId>
  /** Refuses with 402 `plan_too_small` a feature of larger plans, if their limits are enforced. */
  requirePlan(ref: string, plan: PlanId, feature: string): Promise<void>
  /** Called when the fleet has changed a project. Notifies its members if they need to know. */
  projectChanged(ref: string): void
  /** The platform's rules for its own accounts, which the auth service asks for. */
  readonly accountRules: AccountRules
  /** The records that the advisors of projects keep. */
  readonly advisorRecords: AdvisorRecords
  /** The statistics that are kept of the queries of projects. */
  readonly queryRecords: QueryRecords
  /** The records that the alerts of projects keep. */
  readonly alertRecords: AlertRecords
  /** The records of log drains. */
  readonly drainRecords: DrainRecords
  /** The bans of clients, kept over restarts. */
  readonly keptBans: KeptBans
  /**
   * A one-time link that creates the first operator; undefined once there is one. A new link
   * revokes the previous one.
   */
  ownerLink(): Promise<string | undefined>
  /**
   * Finishes what an earlier run left unfinished; in self-hosted mode, creates the one project.
   * Call it after the fleet has started.
   */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The control plane: people, organizations, projects and permissions. */
export function createPlatform(deps: PlatformDeps): Platform {
  const { control, clock } = deps
  const mailbox = createMailbox({ control, clock })
  // Service access: the permission table decides before any verb runs.
  const session = control.as('supabase_admin')
  const serving = createServing({ session, clock, log: deps.log })
  const permissions = createPermissionTable(
    deps,
    deps.services.flatMap((service) => service.permissions ?? []),
  )
  const context: Context = {
    ...deps,
    session,
    permissions,
    access: createAccess({ ...deps, permissions }),
    mail: deps.mailer ?? mailbox.keep,
    mutex: createKeyedMutex(),
    mailbox,
    passwordStrength: createPasswordStrength(),
    connectionHandles: createConnectionHandles(deps),
    statusFeed: createStatusFeed({ url: deps.statusFeedUrl, log: deps.log }),
    errorCollector: createErrorCollector({ url: deps.errorCollectorUrl, log: deps.log }),
    rateLimiter: createRateLimiter({ clock }),
    requestedBackups: createRequestedBackups({ ...deps, session }),
    async restrictionsChanged() {
      const restricted = await serving.reload()
      deps.onRestricted?.(restricted)
    },
    actorOf: (request) => actorOf(request, clock.now()),
  }
  const watch = createProjectWatch(context)
  const snapshots = createSnapshotWatch(context)
  const housekeeping = createHousekeeping(
    {
      endGracePeriods: () => endGracePeriods(context),
      remindOfInvoices: () => remindOfInvoices(context),
      dropOldTelemetry: () => dropOldTelemetry(context),
      dropOldNotifications: () => dropOldNotifications(context),
      forgetOldContent: () => forgetOldContent(context),
      pauseIdleProjects: () => pauseIdleProjects(context),
      // The chores after it don't wait for the backups.
      takeDueBackups: async () => void context.requestedBackups.takeDue(),
      deleteDueBranches: () => deleteDueBranches(context),
      finishAccountDeletions: () => finishAccountDeletions(context),
    },
    deps.log,
  )
  return {
    routes(app) {
      app.addHook('preValidation', refuseUnstorable)
      mountRoutes(app, platformRoutes(context))
    },
    authorize: context.access.authorize,
    can: context.access.can,
    recordAudit: (request, action) =>
      audit(session, context.actorOf(request), {
        ...storable(action),
        on: context.access.projectOf(request),
      }),
    recordRun: (request, run) => recordRun(context, runnerOf(context, request), run),
    requireConnectionHandle(request) {
      if (deps.environment !== 'development') context.connectionHandles.require(request)
    },
    requireServing: serving.require,
    async organizationOf(ref) {
      const found = await findOrganizationOf(session, ref)
      return found?.slug ?? ref
    },
    async planOf(ref) {
      return (await findOrganizationOf(session, ref))?.plan ?? 'free'
    },
    requirePlan: (ref, plan, feature) => requirePlan(context, ref, { plan, feature }),
    projectChanged(ref) {
      watch.changed(ref)
      snapshots.changed(ref)
    },
    accountRules: createAccountRules(context),
    ...createRecords(context),
    ownerLink: () => createOwnerLink(context),
    async start() {
      await finishDeletions(context)
      await prepareSelfHosted(context)
      await watch.checkAll()
      await housekeeping.start()
      // The start does not wait for the status page.
      void context.statusFeed.start()
    },
    async stop() {
      context.statusFeed.stop()
      context.errorCollector.stop()
      context.requestedBackups.stop()
      await Promise.all([
        watch.stop(),
        snapshots.stop(),
        housekeeping.stop(),
        context.passwordStrength.stop(),
      ])
    },
  }
}

type PlatformRecords = Pick<
  Platform,
  'advisorRecords' | 'alertRecords' | 'drainRecords' | 'keptBans' | 'queryRecords'
>

/** The records that the platform keeps for parts of the data plane. */
const createRecords = ({
  session,
  permissions,
  clock,
}: Pick<Context, 'clock' | 'permissions' | 'session'>): PlatformRecords => ({
  advisorRecords: createAdvisorRecords(session),
  queryRecords: createQueryRecords(session),
  alertRecords: createAlertRecords({ session, permissions }),
  drainRecords: createDrainRecords(session),
  keptBans: createKeptBans(session, clock),
})

function platformRoutes(context: Context): readonly Route[] {
  const merges = createBranchMerges(context)
  return [
    ...installationRoutes(context),
    ...profileRoutes(context),
    ...accessTokenRoutes(context),
    ...sessionRoutes(context),
    ...organizationRoutes(context),
    ...memberRoutes(context),
    ...projectRoutes(context),
    ...projectServiceRoutes(context),
    ...backupRoutes(context),
    ...branchRoutes(context),
    ...networkAccessRoutes(context),
    ...postgresSettingsRoutes(context),
    ...keyRoutes(context),
    ...managementRoutes(context, merges),
    ...contentRoutes(context),
    ...branchChangeRoutes(context, merges),
    ...schemaLayoutRoutes(context),
    ...tableViewRoutes(context),
    ...mailboxRoutes(context),
    ...metricsRoutes(context),
    ...noticeRoutes(context),
    ...incidentRoutes(context),
    ...restrictionRoutes(context),
    ...invoiceRoutes(context),
    ...featureFlagRoutes(context),
    ...telemetryRoutes(context),
    ...consentRoutes(context),
    ...supportRoutes(context),
    ...notificationRoutes(context),
  ]
}
