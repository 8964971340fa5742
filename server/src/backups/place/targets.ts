import { momentUnreachable } from '../errors.ts'
import type { Reach, RestoreTarget } from '../port.ts'
import type { BaseBackup } from '../records/base-backups.ts'
import type { Chain } from '../records/chains.ts'
import type { WalRange } from '../records/wal-ranges.ts'

/** The records of one project. */
export type ProjectBackups = {
  readonly backups: readonly BaseBackup[]
  readonly chains: readonly Chain[]
  readonly ranges: readonly WalRange[]
}

/** A base backup that can be restored, with the WAL in the store that follows it. */
export type Restorable = {
  readonly backup: BaseBackup & {
    readonly completedAt: Date
    readonly timeline: number
    readonly firstSegment: number
    readonly lastSegment: number
  }
  readonly segmentBytes: number
  /** The last segment in the store without a gap. */
  readonly endSegment: number
  /** Whether no WAL is missing after it. */
  readonly isCurrent: boolean
  readonly reach: Reach
}

/** The complete base backups that have their WAL, newest first. */
export function restorable(
  { backups, chains, ranges }: ProjectBackups,
  now: Date,
): readonly Restorable[] {
  return backups.flatMap((backup) => {
    const { completedAt, timeline, firstSegment, lastSegment } = backup
    const chain = chains.find(({ id }) => id === backup.chain)
    const own = ranges.filter((range) => range.chain === backup.chain)
    const range = own.find(
      ({ timeline: of, first, last }) =>
        of === timeline && first <= (firstSegment ?? -1) && last >= (lastSegment ?? Infinity),
    )
    if (backup.status !== 'complete' || completedAt === null || !chain?.segmentBytes || !range)
      return []
    if (timeline === null || firstSegment === null || lastSegment === null) return []
    const isLast = own.every(({ timeline: of, first }) =>
      of === range.timeline ? first <= range.first : of < range.timeline,
    )
    return [
      {
        backup: { ...backup, completedAt, timeline, firstSegment, lastSegment },
        segmentBytes: chain.segmentBytes,
        endSegment: range.last,
        isCurrent: isLast,
        reach: { from: completedAt, until: endOf(range, { chain, isLast, completedAt, now }) },
      },
    ]
  })
}

function endOf(
  { lastCommitAt }: WalRange,
  {
    chain,
    isLast,
    completedAt,
    now,
  }: {
    readonly chain: Chain
    readonly isLast: boolean
    readonly completedAt: Date
    readonly now: Date
  },
): Date {
  // Nothing changes in a cluster that is stopped.
  const settledUntil = chain.isNewest ? now : chain.settledAt
  const until = isLast && chain.settledAt !== null ? settledUntil : lastCommitAt
  return until !== null && until > completedAt ? until : completedAt
}

/** The periods that can be restored, oldest first, without overlaps. */
export function toReach(all: readonly Restorable[]): readonly Reach[] {
  const periods: Reach[] = []
  for (const { reach } of all.toSorted((one, other) => +one.reach.from - +other.reach.from)) {
    const last = periods.at(-1)
    if (!last || reach.from > last.until) periods.push(reach)
    else if (reach.until > last.until) periods[periods.length - 1] = { ...last, until: reach.until }
  }
  return periods
}

/** The base backup to begin with. Throws 409 `moment_unreachable` if there is none. */
export function chooseBackup(all: readonly Restorable[], target: RestoreTarget): Restorable {
  if (target.kind === 'backup') {
    const chosen = all.find(({ backup }) => backup.id === target.id)
    if (chosen) return chosen
    throw momentUnreachable(
      'This backup cannot be restored.',
      'It may have been deleted, or it is not complete. Choose another one.',
    )
  }
  const { at } = target
  const chosen = all
    .filter(({ reach }) => reach.from <= at && at <= reach.until)
    .toSorted((one, other) => +other.reach.from - +one.reach.from)[0]
  if (chosen) return chosen
  throw momentUnreachable(
    `No backup reaches ${at.toISOString()}.`,
    `${describeReach(toReach(all))} Choose a moment that can be restored.`,
  )
}

function describeReach(periods: readonly Reach[]): string {
  if (periods.length === 0) return 'The project has no complete backup yet.'
  const texts = periods.map(
    ({ from, until }) => `from ${from.toISOString()} to ${until.toISOString()}`,
  )
  return `The backups reach ${texts.join(', and ')}.`
}
