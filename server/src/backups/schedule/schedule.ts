import { describeError } from '../../lib/describe-error.ts'
import type { Follower } from '../archive/follow.ts'
import type { BackupParts } from '../deps.ts'
import { restorable } from '../place/targets.ts'
import { findBackups } from '../records/base-backups.ts'
import { findChains, findRefs } from '../records/chains.ts'
import { findRanges } from '../records/wal-ranges.ts'

const TICK_MS = 60_000
const CLEAN_MS = 6 * 3600_000
const DAY_MS = 24 * 3600_000
/** A new project is backed up once its first work is likely done. */
const FIRST_AFTER_MS = 3 * 60_000
const AFTER_FAILURE_MS = 3600_000

type ScheduleDeps = {
  readonly parts: BackupParts
  readonly followers: ReadonlyMap<string, Follower>
  readonly take: (ref: string) => Promise<unknown>
  readonly clean: (ref: string) => Promise<void>
  readonly isPlatformDue: (follower: Follower) => Promise<boolean>
}

/**
 * Takes the base backups that are due, one at a time, and removes expired ones. The records decide, so
 * a restart changes nothing; a project that sleeps is not woken.
 */
export function startSchedule(deps: ScheduleDeps): { stop(): Promise<void> } {
  let isStopped = false
  let running: Promise<void> | undefined
  let cleanedAt = -Infinity

  async function tick(): Promise<void> {
    for (const [ref, follower] of deps.followers) {
      if (isStopped) return
      await takeIfDue(deps, ref, follower)
    }
    if (performance.now() - cleanedAt < CLEAN_MS) return
    cleanedAt = performance.now()
    await cleanAll(deps, () => !isStopped)
  }

  const timer = setInterval(() => {
    running ??= tick()
      .catch((error: unknown) =>
        deps.parts.log.error({ err: describeError(error) }, 'Backups could not be scheduled.'),
      )
      .finally(() => (running = undefined))
  }, TICK_MS).unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function takeIfDue(
  { parts, take, clean, isPlatformDue }: ScheduleDeps,
  ref: string,
  follower: Follower,
): Promise<void> {
  try {
    const { hasRecords } = follower.cluster
    const isItsTurn = hasRecords ? isPlatformDue(follower) : isDue(parts, ref, follower)
    if (!(await isItsTurn)) return
    await take(ref)
    await clean(ref)
  } catch (error) {
    parts.log.error({ ref, err: describeError(error) }, 'A scheduled backup was not made.')
  }
}

/** Whether a running project needs a base backup now. */
export async function isDue(
  { records, clock }: Pick<BackupParts, 'records' | 'clock'>,
  ref: string,
  follower: Pick<Follower, 'chain' | 'since'>,
): Promise<boolean> {
  if (performance.now() - follower.since < FIRST_AFTER_MS) return false
  const chain = await follower.chain()
  const [backups, chains, ranges] = await Promise.all([
    findBackups(records, ref),
    findChains(records, ref),
    findRanges(records, ref),
  ])
  const now = clock.now()
  const tried = backups.find((backup) => backup.chain === chain && backup.status !== 'complete')
  if (tried && now.getTime() - tried.startedAt.getTime() < AFTER_FAILURE_MS) return false
  const newest = restorable({ backups, chains, ranges }, now).find(
    ({ backup, isCurrent }) => backup.chain === chain && isCurrent,
  )
  // Without one, or with a gap after it, later moments cannot be restored.
  if (!newest) return true
  const { completedAt } = newest.backup
  const hasWritten = newest.reach.until > completedAt
  return hasWritten && now.getTime() - completedAt.getTime() >= DAY_MS
}

async function cleanAll({ parts, clean }: ScheduleDeps, goesOn: () => boolean): Promise<void> {
  for (const ref of await findRefs(parts.records)) {
    if (!goesOn()) return
    await clean(ref).catch((error: unknown) =>
      parts.log.error({ ref, err: describeError(error) }, 'Old backups could not be removed.'),
    )
  }
}
