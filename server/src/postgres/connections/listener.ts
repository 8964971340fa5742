import type { Client } from 'pg'
import { endClient } from './connect.ts'
import { quoteIdent } from '../sql.ts'

/** Notifications of a database, for any part of the server. */
export type Subscription = {
  /**
   * Resolves when every notification committed before this call has been delivered. Opens the
   * connection if there is none.
   */
  settle(): Promise<void>
  /** Ends the subscription; the last one also closes the connection. */
  close(): Promise<void>
}

export type Listener = {
  /**
   * Calls `heard` with the payload of each notification on one of the channels. Also calls it
   * without a payload after a lost connection was reopened, because notifications may have been
   * missed.
   */
  subscribe(channels: readonly string[], heard: (payload?: string) => void): Subscription
  close(): Promise<void>
}

type Subscriber = {
  readonly channels: readonly string[]
  readonly heard: (payload?: string) => void
}
type Connection = { readonly client: Client; readonly channels: Set<string> }

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 8000

/**
 * The one listening connection of a database, shared by all subscribers. It opens with the first
 * `settle` and is reopened when it is lost, until the last subscription ends.
 */
export function createListener(connect: () => Promise<Client>): Listener {
  const subscribers = new Set<Subscriber>()
  let connection: Promise<Connection> | undefined
  let wasLost = false
  let retry: NodeJS.Timeout | undefined
  let retryMs = FIRST_RETRY_MS
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()

  function connected(): Promise<Connection> {
    if (connection) return connection
    const opening = open()
    connection = opening
    opening.catch(() => {
      if (connection === opening) connection = undefined
    })
    return opening
  }

  async function open(): Promise<Connection> {
    const client = await connect()
    const opened = connection
    client.on('notification', ({ channel, payload }) => {
      for (const { channels, heard } of subscribers)
        if (channels.includes(channel)) heard(payload ?? '')
    })
    client.once('end', () => lose(opened))
    return { client, channels: new Set() }
  }

  function lose(lost: Promise<Connection> | undefined) {
    if (!lost || connection !== lost) return
    connection = undefined
    wasLost = true
    reconnectLater()
  }

  function reconnectLater() {
    clearTimeout(retry)
    if (subscribers.size === 0) return
    retry = setTimeout(() => settle().catch(reconnectLater), retryMs)
    retry.unref()
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
  }

  /** One round trip. Postgres delivers pending notifications before it responds. */
  async function ask(): Promise<void> {
    if (subscribers.size === 0) throw new Error('Nobody is subscribed')
    const { client, channels } = await connected()
    const wanted = new Set([...subscribers].flatMap((subscriber) => subscriber.channels))
    const missing = [...wanted].filter((channel) => !channels.has(channel))
    const listen = missing.map((channel) => `listen ${quoteIdent(channel)}`)
    await client.query(listen.length === 0 ? 'select' : listen.join(';'))
    for (const channel of missing) channels.add(channel)
    clearTimeout(retry)
    retryMs = FIRST_RETRY_MS
    if (!wasLost) return
    wasLost = false
    for (const { heard } of subscribers) heard()
  }

  /** A connection that was lost silently is noticed at the next query. */
  async function askAgainIfLost(): Promise<void> {
    const before = connection
    try {
      await ask()
    } catch (error) {
      if (!before) throw error
      lose(before)
      await end(before)
      await ask()
    }
  }

  /**
   * Callers that arrive during one round trip share the next one, which delivers everything they
   * committed.
   */
  function settle(): Promise<void> {
    const before = running.catch(() => {})
    next ??= before.then(() => {
      next = undefined
      running = askAgainIfLost()
      return running
    })
    return next
  }

  async function close() {
    clearTimeout(retry)
    const closing = connection
    connection = undefined
    await end(closing)
  }

  return {
    subscribe(channels, heard) {
      const subscriber = { channels, heard }
      subscribers.add(subscriber)
      return {
        settle,
        async close() {
          subscribers.delete(subscriber)
          if (subscribers.size === 0) await close()
        },
      }
    },
    async close() {
      subscribers.clear()
      await close()
    },
  }
}

const end = async (connection: Promise<Connection> | undefined) =>
  connection?.then(({ client }) => endClient(client)).catch(() => {})
