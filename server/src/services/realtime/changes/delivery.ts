import type { Clock } from '../../../lib/clock.ts'
import {
  beginCatchUp,
  endCatchUp,
  lacksChanges,
  noteSent,
  noteUnsent,
  readyMembers,
} from './catch-up.ts'
import type { DeliveryEvents } from './deliver.ts'
import type { ChangeListener, Subscriber } from './listener.ts'
import type { Member, Membership } from './members.ts'
import { isMessage } from './messages.ts'
import type { RowChange } from './pgoutput.ts'
import { BEGINNING, isAfter, positionOf, type Position } from './position.ts'
import { noteReached, pass, reach } from './progress.ts'

/** Delivers changes to the members of a project. */
export type Delivery = {
  /** Delivers the next changes of the stream. */
  deliver(changes: readonly RowChange[]): Promise<void>
  /** Reports that there are no undelivered changes up to this position. */
  settled(lsn: bigint): void
  /** Sends the members that are not live yet the changes they missed, and makes them live. */
  admit(): Promise<void>
  /** Runs `work` while nothing is delivered. */
  between(work: () => void): Promise<void>
  /** Stops sending. Resolves when nothing is being sent any more. */
  end(): Promise<void>
}

type DeliveryOptions = {
  readonly clock: Clock
  readonly membership: Membership
  /** Delivers changes to subscribers with `deliverChanges`. */
  readonly give: (
    subscribers: readonly Subscriber[],
    changes: readonly RowChange[],
    events: DeliveryEvents,
  ) => Promise<void>
  readonly deliverMessage: (change: RowChange) => void
  /** Tells a channel that it has missed changes. */
  readonly tellMissed: (listener: ChangeListener) => void
}

type DeliveryState = DeliveryOptions & {
  /** The last delivery. They follow one another, so that each channel gets changes in order. */
  queue: Promise<void>
  /** Pending while changes are being sent. */
  sending: PromiseWithResolvers<void> | undefined
  /** Messages up to here were delivered, even if rows after them were not. */
  messaged: Position
  isEnded: boolean
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { membership } = options
  const delivery: DeliveryState = {
    ...options,
    queue: Promise.resolve(),
    sending: undefined,
    messaged: BEGINNING,
    isEnded: false,
  }
  return {
    deliver: (changes) => inTurn(delivery, () => deliver(delivery, changes)),
    settled(lsn) {
      reach(membership, { lsn, count: 0 })
      if (readyMembers(membership).length > 0)
        inTurn(delivery, () => admitReady(delivery)).catch(() => {
          // The database is unavailable. Its members are admitted when the stream is open again.
        })
    },
    admit: () => inTurn(delivery, () => admitReady(delivery)),
    between: (work) => inTurn(delivery, async () => work()),
    async end() {
      delivery.isEnded = true
      await delivery.sending?.promise
    },
  }
}

function inTurn(delivery: DeliveryState, work: () => Promise<void>): Promise<void> {
  const turn = delivery.queue.then(work)
  delivery.queue = turn.catch(() => {})
  return turn
}

async function deliver(delivery: DeliveryState, changes: readonly RowChange[]): Promise<void> {
  const { membership } = delivery
  const { startedAt } = membership
  for (const part of splitAt(changes, startedAt)) {
    const last = part.at(-1)
    if (delivery.isEnded || !last) return
    const to = positionOf(last)
    if (isAfter(to, startedAt)) {
      reach(membership, startedAt)
      deliverMessages(delivery, part)
    }
    await admitReady(delivery)
    await deliverToLive(delivery, part, to)
  }
  await admitReady(delivery)
}

function deliverMessages(delivery: DeliveryState, changes: readonly RowChange[]): void {
  for (const change of changes) {
    if (!isMessage(change) || !isAfter(positionOf(change), delivery.messaged)) continue
    delivery.messaged = positionOf(change)
    delivery.deliverMessage(change)
  }
}

async function deliverToLive(
  delivery: DeliveryState,
  changes: readonly RowChange[],
  to: Position,
): Promise<void> {
  const { membership } = delivery
  const { live, journal } = membership
  const rows = changes.filter((change) => !isMessage(change))
  let count = 0
  try {
    if (live.size > 0)
      await send(delivery, {
        subscribers: [...live.values()],
        changes: rows,
        begin: () => journal.update({ sending: to }),
        passed(part) {
          count += part.length
          pass(membership, part)
        },
      })
    if (delivery.isEnded) return
    pass(membership, rows.slice(count))
    reach(membership, to)
  } finally {
    noteReached(membership)
  }
}

async function admitReady(delivery: DeliveryState): Promise<void> {
  const ready = readyMembers(delivery.membership)
  const groups = Map.groupBy(ready, ({ from }) => `${from.lsn}/${from.count}`)
  for (const group of groups.values()) await admitGroup(delivery, group)
}

/** Admits members that missed the same changes. */
async function admitGroup(delivery: DeliveryState, group: readonly Member[]): Promise<void> {
  const { membership, clock, tellMissed } = delivery
  const { kept, members } = membership
  const now = clock.now().getTime()
  for (const member of group) {
    if (member.isTold || !lacksChanges(membership, member, now)) continue
    member.isTold = true
    tellMissed(member.listener)
  }
  await send(delivery, {
    subscribers: group.map(({ subscriber }) => subscriber),
    changes: group[0] ? kept.after(group[0].from) : [],
    begin: () => beginCatchUp(membership, group),
    passed(part) {
      const last = part.at(-1)
      if (last) for (const member of group) member.from = positionOf(last)
    },
  })
  if (delivery.isEnded) return
  const present = group.filter((member) => members.get(member.listener) === member)
  endCatchUp(membership, present)
}

type Sending = {
  readonly subscribers: readonly Subscriber[]
  readonly changes: readonly RowChange[]
  readonly begin: () => void
  /** Called with the changes that every subscriber was sent. */
  readonly passed: (part: readonly RowChange[]) => void
}

/** Rejects if the database cannot be queried. Unsent changes can be sent later. */
async function send(
  delivery: DeliveryState,
  { subscribers, changes, begin, passed }: Sending,
): Promise<void> {
  const { membership, tellMissed } = delivery
  let slow = new Set<ChangeListener>()
  const events: DeliveryEvents = {
    sending() {
      begin()
      delivery.sending = Promise.withResolvers()
    },
    sent(part) {
      noteUnsent(membership, slow)
      for (const listener of slow) listener.whenSent(() => noteSent(membership, listener))
      slow = new Set()
      passed(part)
      endSending(delivery)
    },
    waiting: (listener) => void slow.add(listener),
    undecided(listeners) {
      for (const listener of listeners) tellMissed(listener)
    },
    isEnded: () => delivery.isEnded,
  }
  try {
    await delivery.give(subscribers, changes, events)
  } finally {
    endSending(delivery)
  }
}

function endSending(delivery: DeliveryState): void {
  delivery.sending?.resolve()
  delivery.sending = undefined
}

/** Splits at a position between changes. Changes before it are from before the server started. */
function splitAt(
  changes: readonly RowChange[],
  position: Position,
): readonly (readonly RowChange[])[] {
  const [first] = changes
  if (first && isAfter(positionOf(first), position)) return [changes]
  const at = changes.findIndex((change) => isAfter(positionOf(change), position))
  return at < 0
    ? [changes]
    : [changes.slice(0, at), changes.slice(at)].filter(({ length }) => length > 0)
}
