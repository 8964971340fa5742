import type { Context } from '../context.ts'
import { findBranch, hasSnapshot } from './queries.ts'
import { keepSnapshot } from './snapshots.ts'

export type SnapshotWatch = {
  /** Called after a change of a project. Takes the base of a branch that is new or was just reset. */
  changed(ref: string): void
  /** Resolves when all work is done; later changes are ignored. */
  stop(): Promise<void>
}

/** An older branch may have been changed already, so the first comparison takes its base. */
const NEW_MS = 10 * 60_000

/** Keeps the schema of each branch that is new or was reset, before anybody changes it. */
export function createSnapshotWatch(
  context: Pick<Context, 'session' | 'clock' | 'fleet' | 'mutex' | 'log'>,
): SnapshotWatch {
  const { session, clock, fleet, mutex, log } = context
  const pending = new Set<Promise<void>>()
  let isStopped = false

  async function keep(ref: string): Promise<void> {
    const branch = await findBranch(session, ref)
    if (!branch) return
    const instance = await fleet.get(ref)
    if (instance?.status !== 'ACTIVE_HEALTHY') return
    const since = instance.resetAt ?? new Date(branch.inserted_at)
    if (clock.now().getTime() - since.getTime() > NEW_MS) return
    if ((await hasSnapshot(session, branch, since)).exists) return
    const lease = await fleet.acquire(ref)
    try {
      await keepSnapshot(context, branch, { project: lease.project, isExact: true })
    } finally {
      lease.release()
    }
  }

  return {
    changed(ref) {
      if (isStopped) return
      const settled = mutex
        .runExclusive(`snapshot of ${ref}`, () => keep(ref))
        .catch((error: unknown) =>
          log.warn({ err: String(error), ref }, 'Could not keep the schema of a new branch.'),
        )
        .finally(() => pending.delete(settled))
      pending.add(settled)
    },
    async stop() {
      isStopped = true
      await Promise.all(pending)
    },
  }
}
