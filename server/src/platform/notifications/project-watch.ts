import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Instance } from '../../fleet/port.ts'
import type { Context } from '../context.ts'
import { listEveryProject } from '../projects/port.ts'
import { projectCreationFailed, projectUnhealthy } from './notes.ts'
import { BUILDERS, notifyRoles } from './notify.ts'
import { changeToldStatus } from './queries.ts'

export type ProjectWatch = {
  /** Called after a change of the project; notifies its members if the change matters to them. */
  changed(ref: string): void
  /** Same as above for every project, to catch up on missed changes. */
  checkAll(): Promise<void>
  /** Resolves when all writes are done; later changes wait for the next start. */
  stop(): Promise<void>
}

/** Statuses that cause a notification, and the one that ends them. Others are temporary or were requested. */
const TOLD: readonly ProjectStatus[] = ['INIT_FAILED', 'ACTIVE_UNHEALTHY', 'ACTIVE_HEALTHY']

/** Notifies the members of a project, once, that it could not be created or has become unhealthy. */
export function createProjectWatch({ session, fleet, clock, mutex, log }: Context): ProjectWatch {
  const pending = new Set<Promise<void>>()
  let isStopped = false

  async function tell({ ref, status, failure }: Instance): Promise<void> {
    if (!TOLD.includes(status)) return
    await session.transaction(async (tx) => {
      const project = await changeToldStatus(tx, ref, status)
      if (!project || status === 'ACTIVE_HEALTHY') return
      const note = status === 'INIT_FAILED' ? projectCreationFailed : projectUnhealthy
      await notifyRoles(
        tx,
        { organizationId: project.organization_id, roles: BUILDERS, except: null },
        { at: clock.now(), note: note({ ref, name: project.name }, failure?.message) },
      )
    })
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
