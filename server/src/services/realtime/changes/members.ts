import type { Journal } from './journal/journal.ts'
import { afterEnd, isInUse, type Absence, type Entry } from './journal/records.ts'
import { createKeptChanges, type KeptChanges } from './kept-changes.ts'
import type { ChangeListener, Subscriber } from './listener.ts'
import { BEGINNING, later, type Position } from './position.ts'
import { absenceToEnd, channelKey, owedOf, type Owed } from './returning.ts'

/**
 * The subscribed channels of a project, and the position of each. The steps below are synchronous:
 * each one first writes to the journal what a later server must know, and then takes effect.
 */
export type Membership = {
  readonly journal: Journal
  /** The changes that members which have yet to return may need. */
  readonly kept: KeptChanges
  readonly members: Map<ChangeListener, Member>
  /** The members that receive changes as they are read. */
  readonly live: Map<ChangeListener, Subscriber>
  /** Former members whose connections were cut a moment ago, perhaps because the server stops. */
  readonly cut: Map<ChangeListener, CutMember>
  /** The absences that members are about to end. */
  readonly taken: Set<Absence>
  /** Changes that subscribing channels may have missed. */
  owed: Owed
  /** Every change up to here was read and passed to the live members. */
  reached: Position
  /** New members get changes after this only: those before are from before the server started. */
  startedAt: Position
}

/** A channel, from the moment at which its client is told that it has subscribed. */
export type Member = {
  readonly listener: ChangeListener
  readonly subscriber: Subscriber
  key: string
  readonly addedAt: number
  /** Undefined for a channel that is new. */
  readonly absence: Absence | undefined
  /** It can become live once changes up to here were read. */
  readonly after: Position
  /** It has received all missed changes up to here. */
  from: Position
  isLive: boolean
  /** Whether the journal has it as joined. */
  isJoined: boolean
  /** The position it is sure to have reached, while the journal lists it as behind. */
  behind: Position | undefined
  /** How many deliveries wait in this process, because its client reads slowly. */
  unsent: number
  /** Its client was told that it may lack changes. */
  isTold: boolean
}

type CutMember = Pick<Member, 'key'> & {
  /** The journal's record of it as behind. */
  readonly sure: Position
  /** It has missed every change after this. */
  readonly from: Position
}

export const createMembership = (journal: Journal): Membership => ({
  journal,
  kept: createKeptChanges(),
  members: new Map(),
  live: new Map(),
  cut: new Map(),
  taken: new Set(),
  owed: new Map(),
  reached: BEGINNING,
  startedAt: BEGINNING,
})

/** Continues after an earlier server, whose records the journal has. Changes are read from `reached`. */
export function resume(
  membership: Membership,
  { reached, startedAt }: Pick<Membership, 'reached' | 'startedAt'>,
): void {
  Object.assign(membership, { reached, startedAt, owed: owedOf(membership.journal.records) })
  membership.kept.skipTo(reached)
}

/** Starts with the changes after a position. Earlier ones can no longer be read. */
export function begin(membership: Membership, at: Position): void {
  membership.reached = at
  membership.kept.skipTo(at)
  membership.journal.update({ delivered: at, sending: at })
}

/**
 * Adds a channel whose client is about to be told that it has subscribed. Returns its key;
 * undefined if it was added before.
 */
export function add(
  membership: Membership,
  subscriber: Subscriber,
  now: number,
): string | undefined {
  const { members, journal, taken, owed, cut, reached, startedAt } = membership
  const { listener } = subscriber
  if (members.has(listener)) return undefined
  const key = channelKey(listener)
  // The client has reconnected by itself.
  for (const [former, { key: formerKey }] of cut)
    if (formerKey === key) {
      forgetCut(membership, former)
      break
    }
  const record = journal.records.get(key)
  const absence = absenceToEnd(record?.absent ?? [], taken)
  members.set(listener, {
    listener,
    subscriber,
    key,
    addedAt: now,
    absence,
    // An earlier server has delivered changes up to this position to others; they are read again
    // first.
    after: absence ? journal.state.delivered : startedAt,
    from: absence?.from ?? later(reached, startedAt),
    isLive: false,
    isJoined: absence === undefined,
    behind: undefined,
    unsent: 0,
    isTold: false,
  })
  if (absence) {
    taken.add(absence)
    return key
  }
  const debt = owed.get(key)
  const entries: Entry[] = [{ kind: 'joined', key }]
  // There are more channels with the key than before, so a new one may have ended an absence.
  if (debt && debt.until > now && !record?.shared) entries.push({ kind: 'shared', key, ...debt })
  journal.append(entries)
  return key
}

/** The channel may now have another user's token, with which its client will return. */
export function renameKey({ journal, members }: Membership, listener: ChangeListener): void {
  const member = members.get(listener)
  const key = channelKey(listener)
  if (!member?.isJoined || member.key === key) return
  const left = leave(member)
  member.key = key
  const { behind } = member
  const joined: Entry = { kind: 'joined', key }
  journal.append([
    ...left,
    joined,
    ...(behind ? [{ kind: 'behind', key, sure: behind } as const] : []),
  ])
}

/** A channel with the key is no longer expected. */
export function forgetAbsence({ journal, taken }: Membership, key: string): void {
  const absence = absenceToEnd(journal.records.get(key)?.absent ?? [], taken)
  if (absence) journal.append([{ kind: 'gone', key, ...absence }])
}

/** The channel's client has left it, or its connection broke. */
export function remove({ journal, members, live, taken }: Membership, listener: ChangeListener) {
  const member = members.get(listener)
  if (!member) return
  members.delete(listener)
  live.delete(listener)
  const { absence, isLive, from } = member
  journal.append(leave(member))
  if (!absence || isLive) return
  // It was not connected long enough to get the missed changes, and may return for them.
  taken.delete(absence)
  if (member.isJoined) journal.append([{ kind: 'absent', key: member.key, ...absence, from }])
}

function leave({ key, behind, isJoined }: Member): readonly Entry[] {
  if (!isJoined) return []
  const left: Entry = { kind: 'left', key }
  return behind ? [{ kind: 'settled', key, sure: behind }, left] : [left]
}

/** The connection of the channel's client was cut. It has left if the server does not end soon. */
export function cutOff(membership: Membership, listener: ChangeListener): void {
  const { journal, members, live, cut, reached } = membership
  const member = members.get(listener)
  if (!member?.isLive) return remove(membership, listener)
  const { key, behind } = member
  const sure = behind ?? reached
  if (!behind) journal.append([{ kind: 'behind', key, sure }])
  members.delete(listener)
  live.delete(listener)
  // It may have received the changes that are being sent.
  cut.set(listener, { key, sure, from: later(reached, journal.state.sending) })
}

/** The server has not ended since the connection was cut. */
export function forgetCut({ journal, cut }: Membership, listener: ChangeListener): void {
  const member = cut.get(listener)
  if (!member) return
  cut.delete(listener)
  const { key, sure } = member
  journal.append([
    { kind: 'settled', key, sure },
    { kind: 'left', key },
  ])
}

/** The server stops, so it was the server that cut the connections. */
export function expectCut({ journal, cut }: Membership, until: number): void {
  const entries: Entry[] = []
  for (const { key, sure, from } of cut.values())
    entries.push(
      { kind: 'settled', key, sure },
      { kind: 'left', key },
      { kind: 'absent', key, sure, from, until },
    )
  cut.clear()
  journal.append(entries)
}

/**
 * The server disconnects all clients but keeps running, so their channels are expected to return.
 */
export function interrupt(
  membership: Membership,
  { now, until }: { readonly now: number; readonly until: number },
): void {
  const { journal, members, live, taken, reached, owed } = membership
  expectCut(membership, until)
  journal.replace(afterEnd(journal.records, { reached, sending: reached, until, now }))
  members.clear()
  live.clear()
  taken.clear()
  membership.owed = new Map([...owed, ...owedOf(journal.records)])
}

/** Drops expected channels whose time is over. Returns when the next one's time is over. */
export function expire(membership: Membership, now: number): number | undefined {
  const { journal, taken, owed, kept, reached } = membership
  const entries: Entry[] = []
  for (const [key, { absent, shared }] of journal.records) {
    for (const absence of absent)
      if (absence.until <= now && !taken.has(absence))
        entries.push({ kind: 'gone', key, ...absence })
    if (shared && shared.until <= now) entries.push({ kind: 'unshared', key })
  }
  journal.append(entries)
  membership.owed = new Map([...owed].filter(([, { until }]) => until > now))
  if (!isKeeping(membership)) kept.skipTo(reached)
  let next: number | undefined
  for (const { until } of membership.owed.values()) next = Math.min(next ?? until, until)
  return next
}

/** The time until which channels are expected, in milliseconds. */
export function expectedUntil({ owed }: Membership): number {
  let last = 0
  for (const { until } of owed.values()) last = Math.max(last, until)
  return last
}

export const isExpecting = ({ owed, taken }: Membership): boolean => owed.size > 0 || taken.size > 0

/** Whether a later server would find channels in the journal. */
export const isNeeded = ({ journal }: Membership): boolean =>
  [...journal.records.values()].some(isInUse)

/** Whether members may still need changes that the others have received. */
export const isKeeping = (membership: Membership) =>
  isExpecting(membership) || membership.members.size > membership.live.size
