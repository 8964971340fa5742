import { earlier, type Position } from '../position.ts'

/** A channel whose server ended, and whose client is expected to subscribe to the same again. */
export type Absence = {
  /** The channel has received every change up to here. */
  readonly sure: Position
  /** It is owed every change after this. It may or may not have received those in between. */
  readonly from: Position
  /** When its client is not expected any longer, in milliseconds. */
  readonly until: number
}

/** What can happen to a channel. The key says who subscribes to what. */
export type Entry =
  /** It is subscribed on this server, or no longer. */
  | { readonly kind: 'joined'; readonly key: string }
  | { readonly kind: 'left'; readonly key: string }
  /** It may lack changes after `sure` that were sent to it, or has got them. */
  | { readonly kind: 'behind'; readonly key: string; readonly sure: Position }
  | { readonly kind: 'settled'; readonly key: string; readonly sure: Position }
  /** It is expected back, or no longer. */
  | ({ readonly kind: 'absent'; readonly key: string } & Absence)
  | ({ readonly kind: 'gone'; readonly key: string } & Absence)

/** The channels with the same key. */
export type ChannelRecord = {
  readonly joined: number
  /** For each of the joined channels that may lack changes, what it is sure to have. */
  readonly behind: readonly Position[]
  readonly absent: readonly Absence[]
}

export type ChannelRecords = ReadonlyMap<string, ChannelRecord>

const NOTHING: ChannelRecord = { joined: 0, behind: [], absent: [] }

/** Changes the records as an entry says. An entry that does not fit them has no effect. */
export function apply(records: Map<string, ChannelRecord>, entry: Entry): void {
  const record = changed(records.get(entry.key) ?? NOTHING, entry)
  if (record.joined === 0 && record.absent.length === 0) records.delete(entry.key)
  else records.set(entry.key, record)
}

function changed(record: ChannelRecord, entry: Entry): ChannelRecord {
  const { joined, behind, absent } = record
  switch (entry.kind) {
    case 'joined':
      return { ...record, joined: joined + 1 }
    case 'left':
      return { ...record, joined: Math.max(0, joined - 1) }
    case 'behind':
      return { ...record, behind: [...behind, entry.sure] }
    case 'settled':
      return { ...record, behind: without(behind, (sure) => isSame(sure, entry.sure)) }
    case 'absent': {
      const { sure, from, until } = entry
      return { ...record, absent: [...absent, { sure, from, until }] }
    }
    case 'gone':
      return { ...record, absent: without(absent, (absence) => isSameAbsence(absence, entry)) }
  }
}

/** Without the first item that fits. */
function without<T>(items: readonly T[], fits: (item: T) => boolean): readonly T[] {
  const at = items.findIndex(fits)
  return at < 0 ? items : items.toSpliced(at, 1)
}

const isSame = (one: Position, other: Position) =>
  one.lsn === other.lsn && one.count === other.count

export const isSameAbsence = (one: Absence, other: Absence): boolean =>
  one.until === other.until && isSame(one.from, other.from) && isSame(one.sure, other.sure)

/**
 * The records after the server has ended: its channels are absent, until the time given.
 *
 * @param reached what was delivered to every channel that is not behind.
 * @param sending how far changes were being sent when the server ended.
 */
export function afterEnd(
  records: ChannelRecords,
  given: {
    readonly reached: Position
    readonly sending: Position
    readonly until: number
    readonly now: number
  },
): Map<string, ChannelRecord> {
  const { reached, sending, until, now } = given
  const after = new Map<string, ChannelRecord>()
  const add = (entry: Entry) => apply(after, entry)
  for (const [key, { joined, behind, absent }] of records) {
    for (const absence of absent) if (absence.until > now) add({ kind: 'absent', key, ...absence })
    if (until <= now) continue
    for (let at = 0; at < joined; at += 1) {
      const sure = behind[at]
      const absence = { sure: sure ? earlier(sure, reached) : reached, from: sending, until }
      add({ kind: 'absent', key, ...absence })
    }
  }
  return after
}

/** The fewest entries that lead to the records. */
export const entriesOf = (records: ChannelRecords): readonly Entry[] =>
  [...records].flatMap(([key, { joined, behind, absent }]) => [
    ...Array.from({ length: joined }, (): Entry => ({ kind: 'joined', key })),
    ...behind.map((sure): Entry => ({ kind: 'behind', key, sure })),
    ...absent.map((absence): Entry => ({ kind: 'absent', key, ...absence })),
  ])
