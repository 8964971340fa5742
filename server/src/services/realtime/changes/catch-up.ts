import type { Absence, Entry } from './journal/records.ts'
import type { ChangeListener } from './listener.ts'
import { renameKey, type Member, type Membership } from './members.ts'
import { earlier, isAfter } from './position.ts'
import { mayLack } from './returning.ts'

const isReady = ({ reached }: Membership, { after }: Member) => !isAfter(after, reached)

/** The members that can become live now, and are first sent the changes they missed. */
export const readyMembers = (membership: Membership): readonly Member[] =>
  membership.members.size === membership.live.size
    ? []
    : [...membership.members.values()].filter(
        (member) => !member.isLive && isReady(membership, member),
      )

/** Whether the member may lack changes that it will not be sent. */
export function lacksChanges(
  { kept, owed }: Membership,
  { key, absence, from, subscriber }: Member,
  now: number,
): boolean {
  const known = owed.get(key)
  const all = [absence?.sure, known && known.until > now ? known.sure : undefined]
  const [sure, other] = all.filter((position) => position !== undefined)
  if (!sure) return false
  return mayLack(subscriber, kept, { sure: other ? earlier(sure, other) : sure, from })
}

/** Notes that the members are being sent missed changes and may lack them until then. */
export function beginCatchUp({ journal, taken }: Membership, joining: readonly Member[]): void {
  const entries: Entry[] = []
  for (const member of joining) {
    const { key, absence, from } = member
    entries.push(...join(member, taken))
    if (member.behind) continue
    member.behind = absence?.sure ?? from
    entries.push({ kind: 'behind', key, sure: member.behind })
  }
  journal.append(entries)
}

function join(member: Member, taken: Set<Absence>): readonly Entry[] {
  const { key, absence } = member
  if (!absence || member.isJoined) return []
  member.isJoined = true
  taken.delete(absence)
  return [
    { kind: 'gone', key, ...absence },
    { kind: 'joined', key },
  ]
}

/** The members have been sent everything that was read. */
export function endCatchUp(membership: Membership, joining: readonly Member[]): void {
  const { journal, live, taken } = membership
  const entries: Entry[] = []
  for (const member of joining) {
    entries.push(...join(member, taken), ...settle(member))
    member.isLive = true
    live.set(member.listener, member.subscriber)
  }
  journal.append(entries)
  for (const { listener } of joining) renameKey(membership, listener)
}

function settle(member: Member): readonly Entry[] {
  const { key, behind, unsent } = member
  if (!behind || unsent > 0) return []
  member.behind = undefined
  return [{ kind: 'settled', key, sure: behind }]
}

/** Frames waiting in this process would be lost with it. */
export function noteUnsent(
  { journal, members }: Membership,
  listeners: Iterable<ChangeListener>,
): void {
  const entries: Entry[] = []
  const sure = journal.state.delivered
  for (const listener of listeners) {
    const member = members.get(listener)
    if (!member) continue
    member.unsent += 1
    if (member.behind) continue
    member.behind = sure
    entries.push({ kind: 'behind', key: member.key, sure })
  }
  journal.append(entries)
}

/** One fewer delivery waits for the channel. */
export function noteSent({ journal, members }: Membership, listener: ChangeListener): void {
  const member = members.get(listener)
  if (!member) return
  member.unsent -= 1
  if (member.isLive) journal.append(settle(member))
}
