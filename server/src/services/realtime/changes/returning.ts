import { hash } from 'node:crypto'
import { debtOf, type Absence, type ChannelRecords, type Debt } from './journal/records.ts'
import type { ChangeListener, Subscriber } from './listener.ts'
import type { KeptChanges } from './kept-changes.ts'
import { isAfter, positionOf, type Position } from './position.ts'
import { concerns } from './subscriptions.ts'

const DIGEST = 16

/**
 * Identifies a channel when it returns. Clients do not identify themselves, so it is the same
 * channel if its topic, its role and user, and its subscriptions are the same.
 */
export function channelKey({ topic, asked, caller }: ChangeListener): string {
  const { role, claims } = caller()
  return hash('sha256', JSON.stringify([topic, role, claims['sub'] ?? null, asked])).slice(
    0,
    DIGEST,
  )
}

/**
 * For each key, the position that all channels with this key were sure to have reached when their
 * servers ended.
 */
export type Owed = ReadonlyMap<string, Debt>

export function owedOf(records: ChannelRecords): Owed {
  const owed = new Map<string, Debt>()
  for (const [key, { absent, shared }] of records) {
    const debt = debtOf(shared ? [...absent, shared] : absent)
    if (debt) owed.set(key, debt)
  }
  return owed
}

/**
 * The absence that ends when a channel with its key subscribes. Of several, it is the one of the
 * latest server, because clients that were connected until now return first.
 */
export function absenceToEnd(
  absent: readonly Absence[],
  taken: ReadonlySet<Absence>,
): Absence | undefined {
  let found: Absence | undefined
  for (const absence of absent)
    if (!taken.has(absence) && (!found || isAfter(absence.from, found.from))) found = absence
  return found
}

/**
 * Whether a channel may lack changes that it is not sent: those that are no longer kept, and those
 * that may have been sent to another channel with the same key.
 *
 * @param sure the position that every channel with this key has reached. @param from the channel is
 * sent every change after this, as far as it is kept.
 */
export function mayLack(
  { subscriptions }: Pick<Subscriber, 'subscriptions'>,
  kept: Pick<KeptChanges, 'since' | 'after'>,
  { sure, from }: { readonly sure: Position; readonly from: Position },
): boolean {
  if (isAfter(kept.since, from)) return true
  if (!isAfter(from, sure)) return false
  if (isAfter(kept.since, sure)) return true
  return kept
    .after(sure)
    .some(
      (change) =>
        !isAfter(positionOf(change), from) &&
        subscriptions.some((subscription) => concerns(subscription, change.type, change.relation)),
    )
}
