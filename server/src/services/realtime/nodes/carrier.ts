import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import { createListener } from '../../../postgres/connections/listener.ts'
import type { Project } from '../../../project/project.ts'
import { NAME } from '../name.ts'
import { createAssembly, nextNumber, openChunk, sealChunks, type Assembly } from './chunks.ts'
import { decodeMessages, encodeMessage, type NodeMessage } from './messages.ts'
import { applicationName, CHANNEL, endConnectionsOf, notify, ROLE } from './queries.ts'

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

/** The messages that one statement sends. */
const MAX_BATCH_BYTES = 512 * 1024
/** Maximum broadcasts that wait for a slow database. Further ones are dropped. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024
/** Presences are never dropped one by one: beyond this, all are dropped and sent anew. */
const MAX_PRESENCE_BYTES = 64 * 1024 * 1024
const RETRY_MS = 500

type CarrierState = Options & {
  readonly waiting: Buffer[]
  readonly assemblies: Map<string, Assembly>
  /** The size of the waiting messages. */
  bytes: number
  /** The number of the last batch. */
  last: number
  isSending: boolean
  isClosed: boolean
  retry: NodeJS.Timeout | undefined
}

/**
 * Sends messages as notifications of the project's own Postgres. Nothing is stored: a notification is
 * gone once every node has read it.
 */
export function createNotifyCarrier(options: Options): Carrier {
  const { project, self } = options
  const carrier: CarrierState = {
    ...options,
    waiting: [],
    assemblies: new Map(),
    bytes: 0,
    last: 0,
    isSending: false,
    isClosed: false,
    retry: undefined,
  }
  const listener = createListener(() => project.database.connect(ROLE, applicationName(self)))
  const subscription = listener.subscribe([CHANNEL], (text) => receive(carrier, text))
  return {
    send: (message) => send(carrier, message),
    ready: () => subscription.settle(),
    remove(node) {
      carrier.assemblies.delete(node)
      // A hanging process would keep the notifications of all others from being forgotten.
      endConnectionsOf(project, node).catch(() => {})
    },
    async close() {
      carrier.isClosed = true
      clearTimeout(carrier.retry)
      carrier.waiting.length = 0
      await listener.close()
    },
  }
}

function receive(carrier: CarrierState, text?: string): void {
  const { assemblies, project, box, clock } = carrier
  if (carrier.isClosed) return
  if (text === undefined) return carrier.interrupted()
  const from = text.slice(0, carrier.self.length)
  if (!carrier.isPeer(from)) return
  const opened = openChunk(box, project.ref, text)
  if (!opened) return
  const assembly = assemblies.get(from) ?? createAssembly(clock)
  assemblies.set(from, assembly)
  const result = assembly.add(opened.chunk, opened.bytes)
  if (!result) return
  if (result.missed) carrier.missed(from)
  for (const message of messagesOf(carrier, from, result.complete)) carrier.received(from, message)
}

/** Empty if a node of another release has sent something unknown to this one. */
function messagesOf(
  { project }: CarrierState,
  from: string,
  complete: Buffer,
): readonly NodeMessage[] {
  try {
    return decodeMessages(complete)
  } catch (error) {
    project.log(NAME).warn({ error: String(error), from }, 'A message of a node is unreadable.')
    return []
  }
}

function send(carrier: CarrierState, message: NodeMessage): void {
  const { bytes } = carrier
  if (carrier.isClosed) return
  const most = message.kind === 'broadcast' ? MAX_WAITING_BYTES : MAX_PRESENCE_BYTES
  if (bytes > most && message.kind === 'broadcast') return carrier.dropped(1)
  if (bytes > most) return fail(carrier, new Error('Too many presences wait to be sent'))
  const encoded = encodeMessage(message)
  carrier.waiting.push(encoded)
  carrier.bytes += encoded.length
  sendSoon(carrier)
}

function sendSoon(carrier: CarrierState): void {
  if (carrier.isSending || carrier.waiting.length === 0) return
  carrier.isSending = true
  // Messages of the same turn of the event loop are sent together.
  setImmediate(() => {
    sendWaiting(carrier)
      .catch((error: unknown) => fail(carrier, error))
      .finally(() => {
        carrier.isSending = false
        // Messages added after the last batch.
        if (!carrier.isClosed) sendSoon(carrier)
      })
  })
}

async function sendWaiting(carrier: CarrierState): Promise<void> {
  const { project, box, clock, self } = carrier
  while (carrier.waiting.length > 0 && !carrier.isClosed) {
    const number = nextNumber(carrier.last, clock.now())
    const sending = { from: self, number, previous: carrier.last }
    carrier.last = number
    await notify(project, sealChunks(box, project.ref, { sending, bytes: takeBatch(carrier) }))
  }
}

function takeBatch(carrier: CarrierState): Buffer {
  const { waiting } = carrier
  let length = 0
  let size = 0
  while (length < waiting.length && size < MAX_BATCH_BYTES) {
    size += waiting[length]?.length ?? 0
    length += 1
  }
  carrier.bytes -= size
  return Buffer.concat(waiting.splice(0, length))
}

/** Drops the waiting messages. The nodes send their presences anew in a moment. */
function fail(carrier: CarrierState, error: unknown): void {
  if (carrier.isClosed) return
  carrier.dropped(carrier.waiting.length)
  carrier.waiting.length = 0
  carrier.bytes = 0
  if (carrier.retry) return
  carrier.project
    .log(NAME)
    .warn({ error: String(error) }, 'Messages to other nodes could not be sent.')
  carrier.retry = setTimeout(() => {
    carrier.retry = undefined
    carrier.interrupted()
  }, RETRY_MS)
  carrier.retry.unref()
}
