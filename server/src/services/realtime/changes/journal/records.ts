import { earlier, type Position } from '../position.ts'

/** A channel whose server ended, and whose client is expected to repeat its subscription. */
export type Absence = {
  /** The channel has received every change up to here. */
  readonly sure: Position
  /** It has missed every change after this, although it may have received some of them. */
  readonly from: Position
  /** When its client is no longer expected, in milliseconds. */
  readonly until: number
}

/** Events of a channel. The key identifies the subscriber and the subscription. */
export type Entry =
  /** It is subscribed on this server, or no longer. */
  | { readonly kind: 'joined'; readonly key: string }
  | { readonly kind: 'left'; readonly key: string }
  /** It may lack changes after `sure` that were sent to it, or has received them. */
  | { readonly kind: 'behind'; readonly key: string; readonly sure: Position }
  | { readonly kind: 'settled'; readonly key: string; readonly sure: Position }
  /** It is expected to return, or no longer. */
  | ({ readonly kind: 'absent'; readonly key: string } & Absence)
  | ({ readonly kind: 'gone'; readonly key: string } & Absence)
  /** Several channels have the key, or no longer. */
  | ({ readonly kind: 'shared'; readonly key: string } & Debt)
  | { readonly kind: 'unshared'; readonly key: string }

/** Until the time given, in milliseconds, some channel with a key may lack changes after `sure`. */
export type Debt = Pick<Absence, 'sure' | 'until'>

/** The channels with the same key. */
export type ChannelRecord = {
  readonly joined: number
  /**
   * The position that each joined channel is sure to have reached, for those that may lack changes.
   */
  readonly behind: readonly Position[]
  readonly absent: readonly Absence[]
  /**
   * If several channels have the key, a new one can take the place of one that is still absent. The
   * changes that the absent one has not received are kept here.
   */
  readonly shared: Debt | undefined
}

export type ChannelRecords = ReadonlyMap<string, ChannelRecord>

const NOTHING: ChannelRecord = { joined: 0, behind: [], absent: [], shared: undefined }

/** Applies an entry to the records. An entry that does not fit them has no effect. */
export function apply(records: Map<string, ChannelRecord>, entry: Entry): void {
  const record = changed(records.get(entry.key) ?? NOTHING, entry)
  if (isInUse(record) || record.shared) records.set(entry.key, record)
  else records.delete(entry.key)
}

/** Whether there is a channel with the key, or one that is expected to return. */
export const isInUse = ({ joined, absent }: ChannelRecord): boolean =>
  joined > 0 || absent.length > 0

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
    case 'shared':
      return { ...record, shared: { sure: entry.sure, until: entry.until } }
    case 'unshared':
      return { ...record, shared: undefined }
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
 * @param reached the position up to which every channel that is not behind has received changes.
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
  for (const [key, { joined, behind, absent, shared }] of records) {
    for (const absence of absent) if (absence.until > now) add({ kind: 'absent', key, ...absence })
    for (let at = 0; at < joined && until > now; at += 1) {
      const sure = behind[at]
      const absence = { sure: sure ? earlier(sure, reached) : reached, from: sending, until }
      add({ kind: 'absent', key, ...absence })
    }
    const left = after.get(key)?.absent ?? []
    const debt = debtOf([...left, ...(shared && shared.until > now ? [shared] : [])])
    if (debt && (shared || left.length > 1)) add({ kind: 'shared', key, ...debt })
  }
  return after
}

/** Combines all missed ranges into one. */
export function debtOf(debts: readonly Debt[]): Debt | undefined {
  let all: Debt | undefined
  for (const { sure, until } of debts)
    all = all
      ? { sure: earlier(all.sure, sure), until: Math.max(all.until, until) }
      : { sure, until }
  return all
}

/** The fewest entries that lead to the records. */
export const entriesOf = (records: ChannelRecords): readonly Entry[] =>
  [...records].flatMap(([key, { joined, behind, absent, shared }]) => [
    ...Array.from({ length: joined }, (): Entry => ({ kind: 'joined', key })),
    ...behind.map((sure): Entry => ({ kind: 'behind', key, sure })),
    ...absent.map((absence): Entry => ({ kind: 'absent', key, ...absence })),
    ...(shared ? [{ kind: 'shared', key, ...shared } as const] : []),
  ])
