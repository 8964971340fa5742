import { hash } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import type { Project } from '../../../project/project.ts'
import type { FanOut } from '../channels/fan-out.ts'
import type { ChangeRequest } from '../wire/join-payload.ts'
import type { AskedChange, ChangeListener, ChangeSubscription, Subscriber } from './listener.ts'
import { deliverChanges } from './deliver.ts'
import { createMessageDelivery, isMessage } from './messages.ts'
import type { Change } from './pgoutput.ts'
import { createChangeStream, type ChangeStream } from './stream.ts'
import { readRequest } from './subscriptions.ts'
import { requirePublished, existingPublications } from './publication.ts'

export type Changes = {
  /** Gives each request its id, which is the same for the same request. */
  identify(requests: readonly ChangeRequest[]): readonly AskedChange[]
  join(listener: ChangeListener): ChangeSubscription
  close(): Promise<void>
}

type Deps = {
  readonly project: Project
  readonly fanOut: FanOut
  readonly clock: Clock
  readonly newId: () => string
}

export const MESSAGES_PUBLICATION = 'supabase_realtime_messages_publication'
export const CHANGES_PUBLICATION = 'supabase_realtime'
const SUBSCRIBED = 'Subscribed to PostgreSQL'
const CONNECTED = 'Replication connection established'
const FAILED = 'The changes of the database could not be read. Trying again in a second'
/** A project without channels keeps its replication connection for so long. */
const LINGER_MS = 3000
const RETRY_MS = 1000

/**
 * Delivers what the database changes and sends. One replication connection serves all channels of a
 * project, and exists while there is one.
 */
export function createChanges({ project, fanOut, newId }: Deps): Changes {
  const listeners = new Set<ChangeListener>()
  const subscribers = new Map<ChangeListener, Subscriber>()
  const deliverMessage = createMessageDelivery(fanOut)
  let stream: ChangeStream | undefined
  let linger: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let starting: Promise<void> | undefined

  const handle = async (changes: readonly Change[]) => {
    for (const change of changes) if (isMessage(change)) deliverMessage(change)
    const rows = changes.filter((change) => !isMessage(change))
    if (subscribers.size > 0) await deliverChanges(project, [...subscribers.values()], rows)
  }

  function connect(): Promise<void> {
    starting ??= open().finally(() => (starting = undefined))
    return starting
  }

  async function open(): Promise<void> {
    if (!stream) {
      const publications = await existingPublications(project, [
        MESSAGES_PUBLICATION,
        CHANGES_PUBLICATION,
      ])
      if (isClosed) return
      stream = createChangeStream({
        project,
        publications,
        newId,
        handle,
        lost(error) {
          stream = undefined
          project
            .log('realtime')
            .warn({ error: String(error) }, 'The replication connection was lost.')
          for (const { system } of subscribers.keys()) system('postgres_changes', 'error', FAILED)
          reconnectLater()
        },
      })
    }
    try {
      await stream.ready()
    } catch (error) {
      stream = undefined
      throw error
    }
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
    if (listeners.size > 0) return
    linger = setTimeout(() => {
      clearTimeout(retry)
      const idle = stream
      stream = undefined
      void idle?.close()
    }, LINGER_MS)
    linger.unref()
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
    subscribers.set(listener, { listener, subscriptions: valid })
    system('postgres_changes', 'ok', SUBSCRIBED)
  }

  return {
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
          project
            .log('realtime')
            .warn({ error: String(error) }, 'The changes of the database could not be read.')
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
          disconnectLater()
        },
      }
    },
    async close() {
      isClosed = true
      clearTimeout(linger)
      clearTimeout(retry)
      const open = stream
      stream = undefined
      await open?.close()
    },
  }
}

/** A safe integer made of 48 bits of the request's digest. */
const idOf = (request: string): number => hash('sha256', request, 'buffer').readUIntBE(0, 6)
