import { systemActor, audit } from '../audit.ts'
import type { Context } from '../context.ts'
import type { Instance } from '../../fleet/port.ts'
import {
  MANAGERS,
  notifyRoles,
  projectPausedForInactivity,
  projectWillBePaused,
} from '../notifications/port.ts'
import { tryMail } from '../try-mail.ts'
import { wasPaused, willBePaused } from './idle-mail.ts'
import { listFreeProjects, listManagerEmails, recordWarning, type FreeProject } from './queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** SPEC 3: free projects are paused after one week of inactivity. */
const IDLE_MS = 7 * DAY_MS
/** How long before a pause its members are told. */
const NOTICE_MS = 2 * DAY_MS

type IdleContext = Pick<
  Context,
  | 'addresses'
  | 'clock'
  | 'fleet'
  | 'hasMailServer'
  | 'log'
  | 'mail'
  | 'mode'
  | 'planLimits'
  | 'session'
>

/**
 * Pauses the projects of free organizations after a week in which their databases slept, and tells
 * their managers two days before and when it happens. A project is never paused without that
 * notice, so a server that was off for weeks tells first. Without plan limits, nothing is paused.
 */
export async function pauseIdleProjects(context: IdleContext): Promise<void> {
  const { session, fleet, planLimits, mode } = context
  if (planLimits !== true || mode !== 'platform') return
  const projects = await listFreeProjects(session)
  const instances = await fleet.list(projects.map(({ ref }) => ref))
  const byRef = new Map(instances.map((instance) => [instance.ref, instance]))
  for (const project of projects) {
    const step = stepFor(project, byRef.get(project.ref), context.clock.now())
    if (step === 'nothing') continue
    await (step === 'warn' ? warn : pause)(context, project).catch((error: unknown) =>
      // The next round tries again.
      context.log.warn({ err: error, ref: project.ref }, 'An idle project could not be paused.'),
    )
  }
}

function stepFor(
  { idle_warned_at: warnedAt }: FreeProject,
  instance: Instance | undefined,
  now: Date,
): 'warn' | 'pause' | 'nothing' {
  if (instance?.status !== 'ACTIVE_HEALTHY' || instance.compute === 'running') return 'nothing'
  const since = (moment: Date) => now.getTime() - moment.getTime()
  const isWarned = warnedAt !== null && warnedAt > instance.lastActiveAt
  if (!isWarned) return since(instance.lastActiveAt) >= IDLE_MS - NOTICE_MS ? 'warn' : 'nothing'
  const isDue = since(instance.lastActiveAt) >= IDLE_MS && since(warnedAt) >= NOTICE_MS
  return isDue ? 'pause' : 'nothing'
}

async function warn(context: IdleContext, project: FreeProject): Promise<void> {
  const at = context.clock.now()
  const day = new Date(at.getTime() + NOTICE_MS)
  const isFirst = await context.session.transaction(async (tx) => {
    if ((await recordWarning(tx, project, at)) === 0) return false
    await notifyRoles(tx, managersOf(project), { at, note: projectWillBePaused(project, day) })
    return true
  })
  if (isFirst) await mailManagers(context, project, willBePaused(describe(context, project), day))
}

async function pause(context: IdleContext, project: FreeProject): Promise<void> {
  const at = context.clock.now()
  await context.fleet.pause(project.ref, async (tx) => {
    await audit(tx, systemActor(at), {
      action: 'project.pause',
      on: { slug: project.organization_slug, ref: project.ref },
      metadata: { reason: 'inactivity' },
    })
    await notifyRoles(tx, managersOf(project), { at, note: projectPausedForInactivity(project) })
  })
  await mailManagers(context, project, wasPaused(describe(context, project)))
}

const managersOf = ({ organization_id }: FreeProject) => ({
  organizationId: organization_id,
  roles: MANAGERS,
  except: null,
})

const describe = ({ addresses }: IdleContext, { name, ref }: FreeProject) => ({
  name,
  link: `${addresses().publicUrl}/project/${ref}`,
})

async function mailManagers(
  context: IdleContext,
  { organization_id }: FreeProject,
  words: ReturnType<typeof wasPaused>,
): Promise<void> {
  for (const to of await listManagerEmails(context.session, organization_id))
    await tryMail(context, { to, ...words })
}
