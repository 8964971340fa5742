import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import type { ServiceRole } from '../../../postgres/database.ts'
import { createListener } from '../../../postgres/connections/listener.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { NAME } from '../name.ts'
import { createAssembly, nextNumber, openChunk, sealChunks, type Assembly } from './chunks.ts'
import { decodeMessages, encodeMessage, type NodeMessage } from './messages.ts'

/** Carries messages between the nodes that serve a project. */
export type Carrier = {
  /** Sends to every other node, in order and without waiting. */
  send(message: NodeMessage): void
  /** Resolves when the messages of others arrive; rejects if they cannot yet. */
  ready(): Promise<void>
  /** Forgets a node that has ended, and closes a connection that it may have left. */
  remove(node: string): void
  close(): Promise<void>
}

type Options = {
  readonly project: Project
  readonly clock: Clock
  readonly box: SecretBox
  /** The id of this node, 16 hexadecimal digits. */
  readonly self: string
  /** Messages of other nodes are ignored. */
  readonly isPeer: (node: string) => boolean
  readonly received: (node: string, message: NodeMessage) => void
  /** Messages of the node were lost. */
  readonly missed: (node: string) => void
  /** Messages to or from other nodes were lost, and can be sent again. */
  readonly interrupted: () => void
  /** Called for each message that could not be sent. */
  readonly dropped: (count: number) => void
}

const ROLE: ServiceRole = 'supabase_realtime_admin'
const CHANNEL = 'stoa_realtime'
/** The messages that one statement sends. */
const MAX_BATCH_BYTES = 512 * 1024
/** Maximum broadcasts that wait for a slow database. Further ones are dropped. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024
/** Presences are never dropped one by one: beyond this, all are dropped and sent anew. */
const MAX_PRESENCE_BYTES = 64 * 1024 * 1024
const RETRY_MS = 500

/**
 * Sends messages as notifications of the project's own Postgres. Nothing is stored: a notification is
 * gone once every node has read it.
 */
export function createNotifyCarrier(options: Options): Carrier {
  const { project, clock, box, self } = options
  const { ref, database } = project
  const waiting: Buffer[] = []
  const assemblies = new Map<string, Assembly>()
  let bytes = 0
  let last = 0
  let isSending = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const listener = createListener(() => database.connect(ROLE, applicationName(self)))
  const subscription = listener.subscribe([CHANNEL], heard)

  function heard(text?: string): void {
    if (isClosed) return
    if (text === undefined) return options.interrupted()
    const from = text.slice(0, self.length)
    if (!options.isPeer(from)) return
    const opened = openChunk(box, ref, text)
    if (!opened) return
    const assembly = assemblies.get(from) ?? createAssembly(clock)
    assemblies.set(from, assembly)
    const result = assembly.add(opened.chunk, opened.bytes)
    if (!result) return
    if (result.missed) options.missed(from)
    for (const message of messagesOf(from, result.complete)) options.received(from, message)
  }

  /** Empty if a node of another release has sent something unknown to this one. */
  function messagesOf(from: string, complete: Buffer): readonly NodeMessage[] {
    try {
      return decodeMessages(complete)
    } catch (error) {
      project.log(NAME).warn({ error: String(error), from }, 'A message of a node is unreadable.')
      return []
    }
  }

  function send(message: NodeMessage): void {
    if (isClosed) return
    const most = message.kind === 'broadcast' ? MAX_WAITING_BYTES : MAX_PRESENCE_BYTES
    if (bytes > most && message.kind === 'broadcast') return options.dropped(1)
    if (bytes > most) return fail(new Error('Too many presences wait to be sent'))
    const encoded = encodeMessage(message)
    waiting.push(encoded)
    bytes += encoded.length
    sendSoon()
  }

  function sendSoon(): void {
    if (isSending || waiting.length === 0) return
    isSending = true
    // Messages of the same turn of the event loop are sent together.
    setImmediate(() => {
      sendWaiting()
        .catch(fail)
        .finally(() => {
          isSending = false
          // Messages added after the last batch.
          if (!isClosed) sendSoon()
        })
    })
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0 && !isClosed) {
      const sending = { from: self, number: nextNumber(last, clock.now()), previous: last }
      last = sending.number
      await notify(sealChunks(box, ref, { sending, bytes: takeBatch() }))
    }
  }

  function takeBatch(): Buffer {
    let length = 0
    let size = 0
    while (length < waiting.length && size < MAX_BATCH_BYTES) {
      size += waiting[length]?.length ?? 0
      length += 1
    }
    bytes -= size
    return Buffer.concat(waiting.splice(0, length))
  }

  // A crash of the database loses notifications anyway, so no commit waits for the disk.
  async function notify(texts: readonly string[]): Promise<void> {
    await database.as(ROLE).run(sql`
      select pg_catalog.set_config('synchronous_commit', 'off', true),
        pg_catalog.count(pg_catalog.pg_notify(${CHANNEL}, text))
      from pg_catalog.unnest(${[...texts]}::pg_catalog.text[]) as text`)
  }

  function fail(error: unknown): void {
    if (isClosed) return
    options.dropped(waiting.length)
    waiting.length = 0
    bytes = 0
    if (retry) return
    project.log(NAME).warn({ error: String(error) }, 'Messages to other nodes could not be sent.')
    retry = setTimeout(() => {
      retry = undefined
      options.interrupted()
    }, RETRY_MS)
    retry.unref()
  }

  return {
    send,
    ready: () => subscription.settle(),
    remove(node) {
      assemblies.delete(node)
      // A hanging process would keep the notifications of all others from being forgotten.
      database
        .as(ROLE)
        .run(
          sql`select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
              where usename operator(pg_catalog.=) current_user
                and application_name operator(pg_catalog.=) ${applicationName(node)}`,
        )
        .catch(() => {})
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      waiting.length = 0
      await listener.close()
    },
  }
}

const applicationName = (node: string) => `stoa-realtime-${node}`
