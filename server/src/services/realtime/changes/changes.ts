import { hash } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import type { Project } from '../../../project/project.ts'
import type { FanOut } from '../channels/fan-out.ts'
import { NAME } from '../name.ts'
import type { ChangeRequest } from '../wire/join-payload.ts'
import { createCatchUp } from './catch-up.ts'
import type { AskedChange, ChangeListener, ChangeSubscription, Subscriber } from './listener.ts'
import { deliverChanges } from './deliver.ts'
import { createMessageDelivery, isMessage } from './messages.ts'
import type { Change } from './pgoutput.ts'
import { createPositionFile, NO_POSITION_FILE, type Position } from './position.ts'
import { requirePublished, existingPublications } from './publication.ts'
import { channelKey, createReturning, NOBODY_RETURNS } from './returning.ts'
import { removeSlot, slotState, type SlotKind } from './slot.ts'
import { createChangeStream, type ChangeStream } from './stream.ts'
import { readRequest } from './subscriptions.ts'

export type Changes = {
  /** Takes up the slot that an earlier server left, or drops it if nobody can be expected back. */
  recover(): Promise<void>
  /** Gives each request its id, which is the same for the same request. */
  identify(requests: readonly ChangeRequest[]): readonly AskedChange[]
  join(listener: ChangeListener): ChangeSubscription
  /** Ends deliveries. The slot is kept if channels were subscribed: their clients will come back. */
  close(): Promise<void>
}

type Deps = {
  readonly project: Project
  readonly fanOut: FanOut
  readonly clock: Clock
  readonly slot: SlotKind
}

export const MESSAGES_PUBLICATION = 'supabase_realtime_messages_publication'
export const CHANGES_PUBLICATION = 'supabase_realtime'
const SUBSCRIBED = 'Subscribed to PostgreSQL'
const CONNECTED = 'Replication connection established'
const FAILED = 'The changes of the database could not be read. Trying again in a second'
const MISSED = 'Some changes of the database were missed. Read the data again'
/** A project without channels keeps its replication connection for so long. */
const LINGER_MS = 3000
const RETRY_MS = 1000
/** How long clients have to come back after a server ended, and get what was committed meanwhile. */
const RETURN_MS = 120_000
/** The slot does not exist, or has lost what was not read. */
const SLOT_IS_GONE = new Set(['42704', '55000'])

/**
 * Delivers what the database changes and sends. One replication connection serves all channels of a
 * project, and exists while there is one.
 */
export function createChanges({ project, fanOut, clock, slot }: Deps): Changes {
  const listeners = new Set<ChangeListener>()
  const subscribers = new Map<ChangeListener, Subscriber>()
  const deliverMessage = createMessageDelivery(fanOut)
  const isKept = slot === 'kept'
  const file = isKept ? createPositionFile(project.folder(NAME)) : NO_POSITION_FILE
  const returning = isKept ? createReturning(project.folder(NAME), persist) : NOBODY_RETURNS
  const catchUp = createCatchUp()
  /** The keys of the subscribed channels, as they were noted. */
  const noted = new Map<ChangeListener, string>()
  let stream: ChangeStream | undefined
  /** How far changes were delivered; undefined if there is no slot. */
  let position: Position | undefined
  /** Older messages were sent before this server could deliver any; clients ask for a replay. */
  let messagesSince = ''
  let linger: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let window: NodeJS.Timeout | undefined
  let isClosed = false
  /** Recording has failed, which is logged once. */
  let isFull = false
  let starting: Promise<void> | undefined
  let ending: Promise<void> | undefined
  let queue: Promise<void> = Promise.resolve()
  /** Channels that have returned and still wait for what they missed. */
  let admitting = 0

  /** Deliveries follow one another, so that each channel gets changes in their order. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = queue.then(work)
    queue = turn.catch(() => {})
    return turn
  }

  /** What cannot be written is missed only by clients that come back: deliveries go on. */
  function persist(write: () => void): void {
    try {
      write()
      isFull = false
    } catch (error) {
      if (!isFull) warn(error, 'Deliveries cannot be recorded for a restart.')
      isFull = true
    }
  }

  function moveTo(next: Position): void {
    position = next
    persist(() => file.write(next))
  }

  async function deliver(changes: readonly Change[]): Promise<void> {
    for (const change of changes)
      if (isMessage(change) && change.commit.timestamp >= messagesSince) deliverMessage(change)
    const rows = changes.filter((change) => !isMessage(change))
    if (subscribers.size > 0) await deliverChanges(project, [...subscribers.values()], rows)
    if (returning.isExpecting() || admitting > 0) catchUp.keep(rows)
    const last = changes.at(-1)
    if (last) moveTo({ lsn: last.commit.lsn, count: last.number })
  }

  function connect(): Promise<void> {
    starting ??= open().finally(() => (starting = undefined))
    return starting
  }

  async function open(): Promise<void> {
    await ending
    // A batch of an earlier stream may still be on its way.
    await queue
    if (!stream) {
      const publications = await existingPublications(project, [
        MESSAGES_PUBLICATION,
        CHANGES_PUBLICATION,
      ])
      if (isClosed) return
      stream = streamFrom(position, publications)
    }
    try {
      await stream.ready()
    } catch (error) {
      stream = undefined
      if (!position || !SLOT_IS_GONE.has(sqlstateOf(error) ?? '')) throw error
      loseSlot()
      await open()
    }
  }

  function streamFrom(from: Position | undefined, publications: readonly string[]): ChangeStream {
    return createChangeStream({
      project,
      publications,
      slot,
      from,
      handle: (changes) => inTurn(() => deliver(changes)),
      delivered: () => position ?? { lsn: 0n, count: 0 },
      began(at) {
        moveTo(at)
        returning.expire()
      },
      // The file's time tells a later server when this one ended.
      beat: () => position && moveTo(position),
      lost(error) {
        stream = undefined
        warn(error, 'The replication connection was lost.')
        if (isKept)
          for (const { system } of subscribers.keys()) system('postgres_changes', 'error', FAILED)
        else loseSlot()
        reconnectLater()
      },
    })
  }

  const warn = (error: unknown, message: string) =>
    project.log(NAME).warn({ error: String(error) }, message)

  function loseSlot(): void {
    position = undefined
    catchUp.lose()
    for (const { system } of subscribers.keys()) system('postgres_changes', 'error', MISSED)
  }

  function reconnectLater() {
    clearTimeout(retry)
    if (isClosed || listeners.size === 0) return
    retry = setTimeout(() => {
      resume().catch(reconnectLater)
    }, RETRY_MS)
    retry.unref()
  }

  /** Subscribes again, because publications may have changed as well. */
  async function resume(): Promise<void> {
    await connect()
    for (const listener of listeners) if (listener.asked.length > 0) await subscribe(listener)
  }

  function disconnectLater() {
    clearTimeout(linger)
    if (listeners.size > 0 || isClosed || returning.isExpecting()) return
    linger = setTimeout(() => {
      clearTimeout(retry)
      ending = disconnect().finally(() => (ending = undefined))
    }, LINGER_MS)
    linger.unref()
  }

  async function disconnect(): Promise<void> {
    const idle = stream
    stream = undefined
    await idle?.close()
    await queue
    await forget()
  }

  /** Drops the slot. If this fails, the next stream or the next server does it. */
  async function forget(): Promise<void> {
    position = undefined
    persist(file.remove)
    persist(returning.clear)
    if (!isKept) return
    try {
      if ((await slotState(project)) !== 'missing') await removeSlot(project)
    } catch (error) {
      warn(error, 'The replication slot could not be dropped.')
    }
  }

  async function subscribe(listener: ChangeListener): Promise<void> {
    const { asked, system } = listener
    const subscriptions = asked.map(readRequest)
    const invalid = asked.find((_, at) => subscriptions[at] === undefined)
    const valid = subscriptions.filter((subscription) => subscription !== undefined)
    const refused =
      invalid === undefined
        ? await requirePublished(project, CHANGES_PUBLICATION, valid)
        : `Unable to subscribe to changes with given parameters. The request is malformed: ${JSON.stringify(invalid)}`
    if (!listeners.has(listener)) return
    if (refused !== undefined) {
      subscribers.delete(listener)
      return system('postgres_changes', 'error', refused)
    }
    await connect()
    if (!listeners.has(listener)) return
    const subscriber = { listener, subscriptions: valid }
    const hasReturned = note(listener)
    if (!hasReturned) subscribers.set(listener, subscriber)
    system('postgres_changes', 'ok', SUBSCRIBED)
    if (!hasReturned) return
    admitting += 1
    await inTurn(() => admit(subscriber)).finally(() => (admitting -= 1))
  }

  /** Whether an earlier server served the channel. */
  function note(listener: ChangeListener): boolean {
    if (noted.has(listener)) return false
    const key = channelKey(listener)
    noted.set(listener, key)
    return returning.join(key)
  }

  /** Delivers what a channel missed, then adds it to those who get later changes. */
  async function admit(subscriber: Subscriber): Promise<void> {
    const { listener } = subscriber
    const missed = catchUp.changes()
    if (!missed) listener.system('postgres_changes', 'error', MISSED)
    else await deliverChanges(project, [subscriber], missed)
    if (listeners.has(listener)) subscribers.set(listener, subscriber)
  }

  function endWindow(): void {
    returning.expire()
    if (admitting === 0) catchUp.end()
    disconnectLater()
  }

  return {
    async recover() {
      const left = file.read()
      const remaining = left ? RETURN_MS - (clock.now().getTime() - left.writtenAt.getTime()) : 0
      if (!left || remaining <= 0 || (await slotState(project)) !== 'usable') return forget()
      position = left.position
      messagesSince = clock.now().toISOString()
      returning.load()
      window = setTimeout(endWindow, Math.min(remaining, RETURN_MS))
      window.unref()
    },
    identify: (requests) =>
      requests.map((request) => ({ ...request, id: idOf(JSON.stringify(request)) })),
    join(listener) {
      clearTimeout(linger)
      listeners.add(listener)
      const work = listener.asked.length > 0 ? subscribe(listener) : connect()
      work.then(
        () => {
          if (listener.wantsReady && listeners.has(listener))
            listener.system('system', 'ok', CONNECTED)
        },
        (error: unknown) => {
          warn(error, 'The changes of the database could not be read.')
          if (!listeners.has(listener)) return
          if (listener.asked.length > 0) listener.system('postgres_changes', 'error', FAILED)
          reconnectLater()
        },
      )
      return {
        refreshed() {
          if (subscribers.has(listener)) listener.system('postgres_changes', 'ok', SUBSCRIBED)
        },
        leave() {
          listeners.delete(listener)
          subscribers.delete(listener)
          const key = noted.get(listener)
          noted.delete(listener)
          // After the end, the file names those who will come back.
          if (key !== undefined && !isClosed) returning.leave(key)
          disconnectLater()
        },
      }
    },
    async close() {
      isClosed = true
      for (const timer of [linger, retry, window]) clearTimeout(timer)
      const open = stream
      stream = undefined
      await open?.close()
      await queue
      await ending
      if (noted.size > 0 || returning.isExpecting()) {
        if (position) moveTo(position)
        file.close()
      } else if (position) await forget()
    },
  }
}

/** A safe integer made of 48 bits of the request's digest. */
const idOf = (request: string): number => hash('sha256', request, 'buffer').readUIntBE(0, 6)
