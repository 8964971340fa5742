import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createDelivery } from './delivery.ts'
import { createJournal } from './journal/journal.ts'
import type { ChangeListener } from './listener.ts'
import { add, begin, createMembership, cutOff, expectCut, remove } from './members.ts'
import type { RowChange } from './pgoutput.ts'
import { positionOf, type Position } from './position.ts'
import { noteReached, retained } from './progress.ts'
import { takeOver } from './recovery.ts'
import type { SlotFacts } from './slot.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-crash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The same numbers for the same seed (mulberry32). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const relation = { oid: 1, schema: 'public', table: 'news', columns: [] }
const subscription = {
  id: 1,
  event: '*',
  schema: 'public',
  table: 'news',
  filters: [],
  selected: undefined,
} as const

/** The process ends here: nothing after it happens. */
class Killed extends Error {}
/** The connection to the database breaks. */
class Broken extends Error {}

/** A client, and its knowledge of the committed changes. */
type Client = {
  readonly topic: string
  received: number[]
  /** Changes up to here are those it has read itself, when it first subscribed or was told to. */
  read: number
  isTold: boolean
  /** Undefined while it is not connected. */
  listener: ChangeListener | undefined
}

const UNREAD = -1

/** Changes by number, two in each transaction, and a slot. */
function createWal() {
  const changes: RowChange[] = []
  return {
    changes,
    slot: { state: 'missing', begin: 0n } as Pick<SlotFacts, 'state' | 'begin'>,
    commit() {
      const lsn = BigInt(100 + changes.length)
      const commit = { xid: 1, timestamp: '', lsn }
      for (const number of [1, 2])
        changes.push({ type: 'INSERT', relation, commit, number, after: [], bytes: 10 })
    },
    end: (): Position => ({ lsn: BigInt(100 + changes.length), count: 0 }),
  }
}
type Wal = ReturnType<typeof createWal>

/**
 * A server with the real steps of a delivery and a real journal, a database in memory, and clients
 * that get what they are sent, at once or later. `step` is called before and after everything that
 * outlives the process, and may end it.
 */
function createServer(
  name: string,
  wal: Wal,
  {
    step,
    random,
    isRough,
  }: {
    readonly step: () => void
    readonly random: (limit: number) => number
    /** Clients read slowly, and the connection to the database breaks. */
    readonly isRough: boolean
  },
) {
  const journal = createJournal(path.join(folder, name), { boot: 'boot', failed: fail })
  for (const write of ['update', 'append', 'replace', 'clear'] as const) {
    const real: (value: never) => void = journal[write]
    Object.assign(journal, {
      [write](value: never) {
        step()
        real(value)
        step()
      },
    })
  }
  const membership = createMembership(journal)
  const clients = new Map<ChangeListener, Client>()
  /** Frames that wait in the process because a client reads slowly. */
  let waiting: (() => void)[] = []
  const delivery = createDelivery({
    clock: { now: () => new Date() },
    membership,
    async give(subscribers, changes, events) {
      for (let at = 0; at < changes.length; at += 2) {
        const part = changes.slice(at, at + 2)
        if (isRough && random(12) === 0) throw new Broken()
        events.sending()
        for (const { listener } of subscribers) {
          step()
          const client = clients.get(listener)
          const arrive = () => {
            if (client?.listener === listener)
              client.received.push(...part.map((change) => wal.changes.indexOf(change)))
          }
          if (!isRough || (waiting.length === 0 && random(6) > 0)) arrive()
          else {
            waiting.push(arrive)
            events.waiting(listener)
          }
        }
        step()
        events.sent(part)
        await Promise.resolve()
      }
    },
    deliverMessage() {},
    tellMissed: (listener) => tell(clients.get(listener)),
  })
  function tell(client: Client | undefined): void {
    if (!client) return
    client.isTold = true
    client.read = wal.changes.length
  }
  return {
    membership,
    /** Starts like a server that finds the journal and the slot. */
    start() {
      const slot = { ...wal.slot, end: wal.end().lsn }
      const loaded = journal.load()
      if (takeOver(membership, { loaded, slot, now: Date.now() })) return
      wal.slot = { state: 'missing', begin: 0n }
      journal.update({})
      wal.slot = { state: 'usable', begin: wal.end().lsn }
      step()
      begin(membership, wal.end())
    },
    join(client: Client) {
      const listener = listenerOf(client.topic, (sent) => void waiting.push(sent))
      client.listener = listener
      clients.set(listener, client)
      add(membership, { listener, subscriptions: [subscription] }, Date.now())
      if (client.read === UNREAD) client.read = wal.changes.length
      if (Date.now() < journal.state.doubtUntil) tell(client)
      return delivery.admit()
    },
    /** The client disconnects by itself, so it counts as new when it reconnects. */
    leave(client: Client) {
      if (client.listener) remove(membership, client.listener)
      Object.assign(client, { listener: undefined, read: UNREAD, received: [] })
    },
    /** The connections are cut, and maybe more changes are read before the server ends. */
    async cut(all: readonly Client[], isOrderly: boolean) {
      for (const { listener } of all) if (listener) cutOff(membership, listener)
      waiting = []
      wal.commit()
      await this.read(4)
      if (isOrderly) expectCut(membership, Date.now() + 60_000)
    },
    /** Delivers the waiting frames. */
    drain() {
      const all = waiting
      waiting = []
      for (const arrive of all) arrive()
    },
    /** Reads some of the unread changes. */
    async read(count: number) {
      const from = wal.changes.findIndex(
        (change) =>
          positionOf(change).lsn > membership.reached.lsn ||
          (change.commit.lsn === membership.reached.lsn &&
            change.number > membership.reached.count),
      )
      if (from >= 0) await delivery.deliver(wal.changes.slice(from, from + count))
      else delivery.settled(wal.end().lsn)
    },
    beat() {
      noteReached(membership)
      journal.update({})
      const { lsn } = retained(membership)
      if (lsn > wal.slot.begin) wal.slot = { state: 'usable', begin: lsn }
    },
    close: () => journal.close(),
  }
}

const fail = (error: unknown) => {
  throw error
}

const listenerOf = (topic: string, whenSent: ChangeListener['whenSent']): ChangeListener => ({
  topic,
  version: '2.0.0',
  asked: [{ id: 1 }],
  caller: () => ({ role: 'anon', claims: {}, claimsJson: '{}' }),
  wantsReady: false,
  send: () => true,
  whenSent,
  system() {},
})

/**
 * Runs a random history in which the server is killed four times, each at a random step, or between
 * two events.
 */
async function runHistory(
  seed: number,
  given: {
    readonly topics: readonly string[]
    readonly isBetween?: boolean
    readonly mayLeave?: boolean
  },
) {
  const { topics, isBetween = false, mayLeave = false } = given
  const random = createRandom(seed)
  const wal = createWal()
  const clients = topics.map((topic): Client => ({
    topic,
    received: [],
    read: UNREAD,
    isTold: false,
    listener: undefined,
  }))
  for (let life = 0; life < 5; life += 1) {
    const isLast = life === 4
    let left = isLast || isBetween ? Number.POSITIVE_INFINITY : random(40)
    const step = () => {
      if ((left -= 1) < 0) throw new Killed()
    }
    const name = `${seed}-${topics.join('')}-${isBetween}`
    const server = createServer(name, wal, { step, random, isRough: !isBetween })
    const run = async (work: () => Promise<void> | void) => {
      try {
        await work()
      } catch (error) {
        // A broken connection is opened again, and reads on.
        if (!(error instanceof Broken)) throw error
      }
    }
    const events = isBetween && !isLast ? random(30) : 30
    try {
      server.start()
      for (const client of isBetween && life === 0 ? clients : [])
        await run(() => server.join(client))
      for (let event = 0; event < events; event += 1) {
        const client = clients[random(clients.length)]
        const kind = random(10)
        if (kind < 3) wal.commit()
        else if (kind < 6) await run(() => server.read(1 + random(4)))
        else if (kind === 6) server.beat()
        else if (kind === 7) server.drain()
        else if (client && !client.listener) await run(() => server.join(client))
        else if (client && mayLeave && random(4) === 0) server.leave(client)
      }
      if (isBetween) server.drain()
      if (!isLast && random(3) === 0) await run(() => server.cut(clients, isBetween))
      for (const client of isLast ? clients : [])
        if (!client.listener) await run(() => server.join(client))
      for (let read = 0; isLast && read <= 2 * wal.changes.length; read += 1)
        await run(() => server.read(3))
      if (isLast) server.drain()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    server.close()
    for (const client of clients) client.listener = undefined
  }
  return { clients, count: wal.changes.length }
}

type History = Awaited<ReturnType<typeof runHistory>>

/** Describes what is wrong with the clients' results. */
const faultsOf = ({ clients, count }: History) =>
  clients.flatMap(({ topic, received, read }) => {
    const owed = Array.from({ length: count - read }, (_, at) => read + at)
    const missing = owed.filter((id) => !received.includes(id))
    const repeated = received.filter((id, at) => received.indexOf(id) !== at)
    const isInOrder = received.every((id, at) => id > (received[at - 1] ?? -1))
    return missing.length + repeated.length > 0 || !isInOrder
      ? [{ topic, missing, repeated, isInOrder }]
      : []
  })

it('loses and repeats nothing, whichever step the process is killed at', async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const history = await runHistory(seed, { topics: ['a', 'b', 'c'], mayLeave: seed % 2 === 0 })
    expect([seed, faultsOf(history)]).toEqual([seed, []])
  }
})

it('tells no client to read again when the process is killed while nothing is sent', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const history = await runHistory(seed, { topics: ['a', 'b', 'c'], isBetween: true })
    expect([seed, faultsOf(history)]).toEqual([seed, []])
    expect([seed, history.clients.filter(({ isTold }) => isTold)]).toEqual([seed, []])
  }
})

it('loses nothing silently if several clients have the same subscription', async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const history = await runHistory(seed, { topics: ['same', 'same', 'same'], isBetween: true })
    const missing = faultsOf(history).filter((fault) => fault.missing.length > 0)
    expect([seed, missing]).toEqual([seed, []])
  }
})
