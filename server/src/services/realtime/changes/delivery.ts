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
import type { Change } from './pgoutput.ts'
import { BEGINNING, isAfter, positionOf, type Position } from './position.ts'
import { noteReached, pass, reach } from './progress.ts'

/** Delivers changes to the members of a project. */
export type Delivery = {
  /** Delivers the next changes of the stream. */
  deliver(changes: readonly Change[]): Promise<void>
  /** Reports that there are no undelivered changes up to this position. */
  settled(lsn: bigint): void
  /** Sends the members that are not live yet the changes they missed, and makes them live. */
  admit(): Promise<void>
  /** Runs `work` while nothing is delivered. */
  between(work: () => void): Promise<void>
  /** Stops sending. Resolves when nothing is being sent any more. */
  end(): Promise<void>
}

type Options = {
  readonly clock: Clock
  readonly membership: Membership
  /** Delivers changes to subscribers with `deliverChanges`. */
  readonly give: (
    subscribers: readonly Subscriber[],
    changes: readonly Change[],
    events: DeliveryEvents,
  ) => Promise<void>
  readonly deliverMessage: (change: Change) => void
  /** Tells a channel that it has missed changes. */
  readonly tellMissed: (listener: ChangeListener) => void
}

export function createDelivery(options: Options): Delivery {
  const { clock, membership, give, deliverMessage, tellMissed } = options
  const { journal, kept, live, members } = membership
  let queue: Promise<void> = Promise.resolve()
  let sending: PromiseWithResolvers<void> | undefined
  /** Messages up to here were delivered, even if rows after them were not. */
  let messaged = BEGINNING
  let isEnded = false

  /** Deliveries follow one another, so that each channel gets changes in their order. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }

  function sent(): void {
    sending?.resolve()
    sending = undefined
  }

  /** Rejects if the database cannot be queried. Unsent changes can be sent later. */
  async function send(
    subscribers: readonly Subscriber[],
    changes: readonly Change[],
    steps: {
      readonly begin: () => void
      readonly passed: (part: readonly Change[]) => void
    },
  ): Promise<void> {
    let slow = new Set<ChangeListener>()
    const events: DeliveryEvents = {
      sending() {
        steps.begin()
        sending = Promise.withResolvers()
      },
      sent(part) {
        noteUnsent(membership, slow)
        for (const listener of slow) listener.whenSent(() => noteSent(membership, listener))
        slow = new Set()
        steps.passed(part)
        sent()
      },
      waiting: (listener) => void slow.add(listener),
      undecided(listeners) {
        for (const listener of listeners) tellMissed(listener)
      },
      isEnded: () => isEnded,
    }
    try {
      await give(subscribers, changes, events)
    } finally {
      sent()
    }
  }

  async function deliverToLive(changes: readonly Change[], to: Position): Promise<void> {
    const rows = changes.filter((change) => !isMessage(change))
    let count = 0
    try {
      if (live.size > 0)
        await send([...live.values()], rows, {
          begin: () => journal.update({ sending: to }),
          passed(part) {
            count += part.length
            pass(membership, part)
          },
        })
      if (isEnded) return
      pass(membership, rows.slice(count))
      reach(membership, to)
    } finally {
      noteReached(membership)
    }
  }

  async function admitReady(): Promise<void> {
    const groups = Map.groupBy(readyMembers(membership), ({ from }) => `${from.lsn}/${from.count}`)
    for (const group of groups.values()) await admitGroup(group)
  }

  /** Members that missed the same changes. */
  async function admitGroup(group: readonly Member[]): Promise<void> {
    const now = clock.now().getTime()
    for (const member of group) {
      if (member.isTold || !lacksChanges(membership, member, now)) continue
      member.isTold = true
      tellMissed(member.listener)
    }
    const owed = group[0] ? kept.after(group[0].from) : []
    const subscribers = group.map(({ subscriber }) => subscriber)
    await send(subscribers, owed, {
      begin: () => beginCatchUp(membership, group),
      passed(part) {
        const last = part.at(-1)
        if (last) for (const member of group) member.from = positionOf(last)
      },
    })
    if (isEnded) return
    const present = group.filter((member) => members.get(member.listener) === member)
    endCatchUp(membership, present)
  }

  async function deliver(changes: readonly Change[]): Promise<void> {
    const { startedAt } = membership
    for (const part of splitAt(changes, startedAt)) {
      const last = part.at(-1)
      if (isEnded || !last) return
      const to = positionOf(last)
      if (isAfter(to, startedAt)) {
        reach(membership, startedAt)
        deliverMessages(part)
      }
      await admitReady()
      await deliverToLive(part, to)
    }
    await admitReady()
  }

  function deliverMessages(changes: readonly Change[]): void {
    for (const change of changes) {
      if (!isMessage(change) || !isAfter(positionOf(change), messaged)) continue
      messaged = positionOf(change)
      deliverMessage(change)
    }
  }

  return {
    deliver: (changes) => inTurn(() => deliver(changes)),
    settled(lsn) {
      reach(membership, { lsn, count: 0 })
      if (readyMembers(membership).length > 0)
        inTurn(admitReady).catch(() => {
          // The database is unavailable. Its members are admitted when the stream is open again.
        })
    },
    admit: () => inTurn(admitReady),
    between: (work) => inTurn(async () => work()),
    async end() {
      isEnded = true
      await sending?.promise
    },
  }
}

/** Splits at a position between changes. Changes before it are from before the server started. */
function splitAt(changes: readonly Change[], position: Position): readonly (readonly Change[])[] {
  const [first] = changes
  if (first && isAfter(positionOf(first), position)) return [changes]
  const at = changes.findIndex((change) => isAfter(positionOf(change), position))
  return at < 0
    ? [changes]
    : [changes.slice(0, at), changes.slice(at)].filter(({ length }) => length > 0)
}
