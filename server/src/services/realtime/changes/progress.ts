import { isKeeping, type Membership } from './members.ts'
import type { RowChange } from './pgoutput.ts'
import { earlier, isAfter, later, positionOf, type Position } from './position.ts'

/** Called when changes were read and passed to the live members. */
export function pass(membership: Membership, changes: readonly RowChange[]): void {
  const last = changes.at(-1)
  if (!last) return
  if (isKeeping(membership)) membership.kept.add(changes)
  reach(membership, positionOf(last))
}

/** There are no changes up to `position` that were not read. */
export function reach(membership: Membership, position: Position): void {
  membership.reached = later(membership.reached, position)
  if (!isKeeping(membership)) membership.kept.skipTo(membership.reached)
}

/** Notes how far deliveries have got. */
export function noteReached({ journal, reached }: Membership): void {
  const { delivered, sending } = journal.state
  const next = later(delivered, reached)
  if (isAfter(next, delivered) || isAfter(sending, next))
    journal.update({ delivered: next, sending: next })
}

/** The changes since here are still needed. */
export function retained({ journal, kept, cut }: Membership): Position {
  let least = journal.state.delivered
  for (const { from } of cut.values()) least = earlier(least, from)
  for (const { absent, shared } of journal.records.values())
    // A later server cannot deliver changes that are no longer kept either, so the channel is told.
    for (const { sure } of shared ? [...absent, shared] : absent)
      least = earlier(least, later(sure, kept.since))
  return least
}
