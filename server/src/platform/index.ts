import type { Access as AccessLevel } from '@stoa/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Member } from '../fleet/project.ts'
import type { MigrationOptions } from '../postgres/migrations.ts'
import { createAccess } from './access/access.ts'
import { actorOf } from './audit.ts'
import { contentRoutes } from './content/routes.ts'
import type { Context } from './context.ts'
import type { PlatformDeps } from './deps.ts'
import { createInTurn } from './in-turn.ts'
import { createOwnerLink } from './installation/owner-link.ts'
import { prepareSelfHosted } from './installation/prepare-self-hosted.ts'
import { mayCreateAccount } from './installation/read-installation.ts'
import { installationRoutes } from './installation/routes.ts'
import { createMailbox } from './mailbox/mailbox.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { createPasswordStrength } from './profile/password-strength.ts'
import { profileRoutes } from './profile/routes.ts'
import { finishDeletions } from './projects/finish-deletions.ts'
import { projectRoutes } from './projects/routes.ts'
import { refuseNul } from './refuse-nul.ts'

export type { AccountPort, PlatformDeps } from './deps.ts'
export { createMailbox } from './mailbox/mailbox.ts'

/** The control plane's own part of its database; to be applied before `createPlatform`. */
export const platformMigrations: MigrationOptions = {
  owner: 'platform',
  folder: new URL('migrations/', import.meta.url),
}

export type Platform = {
  /** Adds every platform endpoint of the contract; the scope's `authorize` hook must run before them. */
  routes(app: FastifyInstance): void
  /** Decides whether a request may enter a route of this access; see `Access.authorize`. */
  authorize(request: FastifyRequest, access: AccessLevel): Promise<Member>
  /** Asked by the auth service before an address makes an account. */
  mayCreateAccount(email: string): Promise<boolean>
  /** A one-time link that makes the first operator; undefined once there is one. A new one kills the last. */
  ownerLink(): Promise<string | undefined>
  /** Ends what an earlier run left unfinished; in self-hosted mode makes the one project. After the fleet's start. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The control plane: people, organizations, projects and who may do what with them. */
export function createPlatform(deps: PlatformDeps): Platform {
  const { control, clock } = deps
  const mailbox = createMailbox({ control, clock })
  const context: Context = {
    ...deps,
    // Service access: the permission table decides before any verb runs.
    session: control.as('supabase_admin'),
    access: createAccess(deps),
    mail: deps.mailer ?? mailbox.keep,
    inTurn: createInTurn(),
    mailbox,
    passwordStrength: createPasswordStrength(),
    actorOf: (request) => actorOf(request, clock.now()),
  }
  const routes = [
    ...installationRoutes(context),
    ...profileRoutes(context),
    ...organizationRoutes(context),
    ...memberRoutes(context),
    ...projectRoutes(context),
    ...contentRoutes(context),
    ...mailboxRoutes(context),
  ]
  return {
    routes(app) {
      app.addHook('preValidation', refuseNul)
      for (const add of routes) add(app)
    },
    authorize: (request, access) => context.access.authorize(request, access),
    mayCreateAccount: (email) => mayCreateAccount(context, email),
    ownerLink: () => createOwnerLink(context),
    async start() {
      await finishDeletions(context)
      await prepareSelfHosted(context)
    },
    stop: () => context.passwordStrength.stop(),
  }
}
