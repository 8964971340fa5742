import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { createRateLimiter, type RateLimiter } from '../../lib/rate-limit.ts'
import type { Caller } from '../../project/caller.ts'
import { createChannel, type Channel } from './channels/channel.ts'
import { ChannelError, refusals } from './errors.ts'
import { noteClients, noteEvent } from './log-events.ts'
import { SERVICE_RESTART, type Hub, type OpenSocket } from './hub.ts'
import {
  decodeBinary,
  decodeText,
  encodeText,
  MAX_NAME_BYTES,
  type Encoded,
  type Frame,
  type Version,
} from './wire/frames.ts'
import { readJoinPayload } from './wire/join-payload.ts'

/** Maximum bytes waiting to be sent to one client, besides a few of the largest messages. */
const MAX_BUFFERED = 4 * 1024 * 1024
/** Clients send a heartbeat every 25 seconds. */
const SILENCE_MS = 60_000
/** A client without channels would keep its project awake for nothing. */
const WITHOUT_CHANNELS_MS = 600_000
/** Maximum rate of frames of one client, of any kind. */
const FRAMES = { burst: 2000, perMinute: 60_000 }

const NO_CLOSE_FRAME = 1006
const PROTOCOL_ERROR = 1002
const POLICY_VIOLATION = 1008

/** A WebSocket that was just accepted. */
type Accepted = {
  /** The WebSocket's underlying connection. */
  readonly connection: Duplex
  readonly version: Version
  readonly caller: Caller
  /** The project has reached its maximum number of clients. */
  readonly isSurplus: boolean
}

type Client = Accepted & {
  readonly hub: Hub
  readonly socket: WebSocket
  readonly channels: Map<string, Channel>
  readonly frames: RateLimiter
  readonly maxBuffered: number
  /** When the client last sent a frame. */
  heardAt: number
  /** When the client's last channel ended. */
  usedAt: number
}

/** Serves one WebSocket until it closes. */
export function serveSocket(hub: Hub, socket: WebSocket, accepted: Accepted): void {
  const client: Client = {
    ...accepted,
    hub,
    socket,
    channels: new Map(),
    frames: createRateLimiter({ clock: hub.clock, maxKeys: 1 }),
    maxBuffered: MAX_BUFFERED + 4 * hub.settings().max_payload_size_in_kb * 1024,
    heardAt: nowOf(hub),
    usedAt: nowOf(hub),
  }
  socket.on('message', (data, isBinary) => {
    if (socket.readyState === socket.OPEN) receiveMessage(client, data, isBinary)
  })
  // A client that breaks the protocol gets a close frame from the library.
  socket.on('error', () => hub.activity.count('refusals'))
  if (hub.isEnding) return socket.close(SERVICE_RESTART, 'The project is stopping')
  const open = openSocket(client)
  hub.sockets.add(open)
  const leaveNodes = hub.nodes.use()
  hub.activity.change('clients', 1)
  noteClients(hub, 'A client connected.')
  socket.once('close', (code) => {
    hub.sockets.delete(open)
    hub.activity.change('clients', -1)
    noteClients(hub, `A client disconnected with code ${code}.`)
    for (const channel of client.channels.values()) channel.drop(code === NO_CLOSE_FRAME)
    client.channels.clear()
    leaveNodes()
  })
}

const nowOf = ({ clock }: Hub): number => clock.now().getTime()

const openSocket = (client: Client): OpenSocket => ({
  close: (code, reason) => client.socket.close(code, reason),
  closed: new Promise((resolve) => client.socket.once('close', () => resolve())),
  recheck() {
    for (const channel of client.channels.values()) channel.recheck()
  },
  sweep() {
    const { channels, heardAt, usedAt } = client
    const now = nowOf(client.hub)
    const isIdle = channels.size === 0 && now - usedAt > WITHOUT_CHANNELS_MS
    if (now - heardAt > SILENCE_MS || isIdle) client.socket.terminate()
  },
})

function receiveMessage(client: Client, data: RawData, isBinary: boolean): void {
  client.heardAt = nowOf(client.hub)
  if (client.frames.take('', FRAMES) !== 0)
    return refuse(client, POLICY_VIOLATION, 'Too many messages per second')
  const frame = decode(client.version, data, isBinary)
  if (!frame) return refuse(client, PROTOCOL_ERROR, 'The message is malformed')
  receive(client, frame)
}

function decode(version: Version, data: RawData, isBinary: boolean): Frame | undefined {
  const bytes = toBuffer(data)
  if (!isBinary) return decodeText(version, bytes.toString('utf8'))
  return version === '2.0.0' ? decodeBinary(bytes) : undefined
}

function refuse({ hub, socket }: Client, code: number, reason: string): void {
  hub.activity.count('refusals')
  noteEvent(hub.project, 'warning', `A client was disconnected: ${reason}.`)
  socket.close(code, reason)
}

function receive(client: Client, frame: Frame): void {
  const { topic, event, joinRef } = frame
  if (topic === 'phoenix') {
    if (event === 'heartbeat') reply(client, frame, { status: 'ok', response: {} })
    return
  }
  if (event === 'phx_join' && topic.startsWith('realtime:')) return join(client, frame)
  const channel = client.channels.get(topic)
  if (!channel) {
    if (event === 'phx_leave') return reply(client, frame, { status: 'ok', response: {} })
    return reply(client, frame, { status: 'error', response: { reason: 'unmatched topic' } })
  }
  // Sent before the client joined the topic again.
  if (joinRef !== null && joinRef !== channel.joinRef) return
  channel.receive(frame)
}

function join(client: Client, frame: Frame): void {
  const { hub, channels } = client
  channels.get(frame.topic)?.close()
  try {
    openChannel(client, frame)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    hub.activity.count('refusals')
    noteEvent(hub.project, 'warning', `${frame.topic} was refused: ${error.reason}`)
    reply(client, frame, { status: 'error', response: { reason: error.reason } })
    if (error.endsSocket) client.socket.close(POLICY_VIOLATION, error.reason)
  }
}

function openChannel(client: Client, frame: Frame): void {
  const { hub, channels, isSurplus, version, caller } = client
  const { topic } = frame
  if (isSurplus) throw refusals.tooManyConnections()
  if (!hub.limits.takeJoin()) throw refusals.tooManyJoins()
  if (channels.size >= hub.settings().max_channels_per_client) throw refusals.tooManyChannels()
  if (Buffer.byteLength(topic) > MAX_NAME_BYTES) throw refusals.topicTooLong()
  const config = readJoinPayload(frame.payload)
  if (!config) throw refusals.invalidJoin()
  const channel = createChannel(
    hub,
    {
      version,
      caller,
      send: (encoded) => send(client, encoded),
      sendAll: (all) => sendAll(client, all),
      whenSent: (sent) => whenSent(client, sent),
    },
    {
      join: frame,
      config,
      ended() {
        client.usedAt = nowOf(hub)
        if (channels.get(topic) === channel) channels.delete(topic)
      },
    },
  )
  channels.set(topic, channel)
}

function reply(
  client: Client,
  { joinRef, ref, topic }: Frame,
  payload: { readonly status: 'ok' | 'error'; readonly response: object },
): void {
  const head = { joinRef, ref, topic, event: 'phx_reply' }
  send(client, encodeText(client.version, head, JSON.stringify(payload)))
}

function send({ hub, socket, maxBuffered }: Client, { data, binary }: Encoded): void {
  if (socket.readyState !== socket.OPEN) return
  // A client that reads too slowly loses its connection, so that the others lose nothing.
  if (socket.bufferedAmount > maxBuffered) {
    hub.activity.count('errors')
    return socket.terminate()
  }
  socket.send(data, { binary })
}

/** Sends frames with one write for all of them; resolves to whether they have left the process. */
function sendAll(client: Client, all: readonly Encoded[]): boolean {
  const { connection, socket } = client
  connection.cork()
  for (const frame of all) send(client, frame)
  connection.uncork()
  return socket.bufferedAmount === 0
}

/** Writes nothing, but runs after all earlier writes. */
function whenSent({ connection }: Client, sent: () => void): void {
  connection.write('', (error) => {
    if (!error) sent()
  })
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
