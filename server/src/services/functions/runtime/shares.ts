import type { RuntimeLimits } from './limits.ts'

/** A process that runs or is starting, and its organization. */
export type PlacedProcess = {
  readonly project: string
  readonly organization: string
  readonly isIdle: boolean
  /** A process that still starts can't be ended for another one. */
  readonly canEnd: boolean
  /** When its function was last called; only compared. */
  readonly usedAt: number
}

export type ShareLimits = Pick<RuntimeLimits, 'maxPerProject' | 'maxOverall' | 'reserved'>

export type Decision<Process> =
  | { readonly kind: 'take' }
  /** End this process to free its slot. */
  | { readonly kind: 'end'; readonly process: Process }
  | { readonly kind: 'wait'; readonly isProjectFull: boolean }

/**
 * Decides how a function gets a process. The last slots are reserved for organizations without any
 * process. When all are taken, an idle process makes room, and then a busy one of the organization
 * with the most, as long as that has more than its equal share and the other has less.
 */
export function decideShare<Process extends PlacedProcess>(
  placed: readonly Process[],
  { project, organization }: Pick<PlacedProcess, 'project' | 'organization'>,
  limits: ShareLimits,
): Decision<Process> {
  const own = placed.filter((process) => process.project === project)
  if (own.length >= limits.maxPerProject) {
    const [idle] = own.filter(isEndable).toSorted(byAge)
    return idle ? { kind: 'end', process: idle } : { kind: 'wait', isProjectFull: true }
  }
  const counts = new Map<string, number>()
  for (const process of placed)
    counts.set(process.organization, (counts.get(process.organization) ?? 0) + 1)
  const countOf = (process: PlacedProcess) => counts.get(process.organization) ?? 0
  const count = counts.get(organization) ?? 0
  const free = limits.maxOverall - placed.length
  if (free > (count === 0 ? 0 : limits.reserved)) return { kind: 'take' }

  const byCount = (one: Process, other: Process) =>
    countOf(other) - countOf(one) || byAge(one, other)
  const [idle] = placed
    .filter((process) => isEndable(process) && countOf(process) >= count)
    .toSorted(byCount)
  if (idle) return { kind: 'end', process: idle }

  const organizations = counts.size + (count === 0 ? 1 : 0)
  const share = Math.floor(limits.maxOverall / organizations)
  const [busy] = placed
    .filter((process) => process.canEnd && countOf(process) > Math.max(share, count + 1))
    .toSorted(byCount)
  if (busy && count < share) return { kind: 'end', process: busy }
  return { kind: 'wait', isProjectFull: false }
}

const isEndable = ({ isIdle, canEnd }: PlacedProcess) => isIdle && canEnd

const byAge = (one: PlacedProcess, other: PlacedProcess) => one.usedAt - other.usedAt
