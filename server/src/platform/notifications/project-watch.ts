import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Instance, KeptState } from '../../fleet/port.ts'
import type { Context } from '../context.ts'
import { listEveryProject } from '../projects/port.ts'
import { tryMail } from '../try-mail.ts'
import {
  projectCreationFailed,
  projectRestored,
  projectRestoreFailed,
  projectUnhealthy,
} from './notes.ts'
import { BUILDERS, notifyRoles, type NoteOf } from './notify.ts'
import { changeToldStatus, listEmails } from './queries.ts'
import { restoreFailed, restoreFinished } from './restore-mail.ts'

export type ProjectWatch = {
  /** Called after a change of the project; notifies its members if the change matters to them. */
  changed(ref: string): void
  /** Same as above for every project, to catch up on missed changes. */
  checkAll(): Promise<void>
  /** Resolves when all writes are done; later changes wait for the next start. */
  stop(): Promise<void>
}

/**
 * Statuses that cause a notification, and those that it depends on. Others are temporary or were
 * requested.
 */
const TOLD: readonly ProjectStatus[] = [
  'INIT_FAILED',
  'ACTIVE_UNHEALTHY',
  'ACTIVE_HEALTHY',
  'RESTORING',
  'RESTORE_FAILED',
]

/**
 * Notifies the members of a project, once, that it could not be created, has become unhealthy, or that
 * a restore of it is over, about which they also get a mail.
 */
export function createProjectWatch(context: Context): ProjectWatch {
  const { session, fleet, clock, mutex, log } = context
  const pending = new Set<Promise<void>>()
  let isStopped = false

  async function tell(instance: Instance): Promise<void> {
    const { ref, status } = instance
    if (!TOLD.includes(status)) return
    const told = await session.transaction(async (tx) => {
      const project = await changeToldStatus(tx, ref, status)
      const news = project && (await newsOf(context, instance, project))
      if (!news) return undefined
      await notifyRoles(
        tx,
        { organizationId: project.organization_id, roles: BUILDERS, except: null },
        { at: clock.now(), note: news.note },
      )
      return { organizationId: project.organization_id, mail: news.mail }
    })
    if (!told?.mail) return
    for (const to of await listEmails(session, told.organizationId, BUILDERS))
      await tryMail(context, { to, ...told.mail })
  }

  return {
    changed(ref) {
      if (isStopped) return
      const work = mutex.runExclusive(`status of ${ref}`, async () => {
        const instance = await fleet.get(ref)
        if (instance) await tell(instance)
      })
      const settled = work
        .catch((error: unknown) =>
          log.warn({ err: String(error), ref }, 'Could not notify the members of a project.'),
        )
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
    async checkAll() {
      const refs = (await listEveryProject(session)).map(({ ref }) => ref)
      for (const instance of await fleet.list(refs)) await tell(instance)
    },
    async stop() {
      isStopped = true
      await Promise.all(pending)
    },
  }
}

type News = { readonly note: NoteOf; readonly mail?: ReturnType<typeof restoreFinished> }

/** The news about a status that the members have not been told; undefined if it is none. */
async function newsOf(
  { fleet, addresses }: Pick<Context, 'addresses' | 'fleet'>,
  { ref, status, failure }: Instance,
  { name, told_before: before }: { readonly name: string; readonly told_before: string | null },
): Promise<News | undefined> {
  const project = { ref, name }
  const mailed = { name, link: `${addresses().publicUrl}/project/${ref}/database/backups` }
  switch (status) {
    case 'INIT_FAILED':
      return { note: projectCreationFailed(project, failure?.message) }
    case 'ACTIVE_UNHEALTHY':
      return { note: projectUnhealthy(project, failure?.message) }
    case 'RESTORE_FAILED': {
      const reason = failure?.message ?? 'The backup could not be restored.'
      return { note: projectRestoreFailed(project, reason), mail: restoreFailed(mailed, reason) }
    }
    case 'ACTIVE_HEALTHY': {
      // A restore that was canceled or undone keeps no state.
      const kept = before === 'RESTORING' ? await fleet.keptState(ref) : undefined
      if (!kept) return undefined
      const moment = momentOf(kept)
      return { note: projectRestored(project, moment), mail: restoreFinished(mailed, moment) }
    }
    default:
      return undefined
  }
}

const momentOf = ({ target }: KeptState): string =>
  target.kind === 'backup'
    ? 'a backup'
    : `${target.at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
