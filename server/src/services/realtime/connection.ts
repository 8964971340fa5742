import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { createRateLimiter } from '../../lib/rate-limit.ts'
import type { Caller } from '../../project/caller.ts'
import { createChannel, type Channel } from './channels/channel.ts'
import { ChannelError, refusals } from './errors.ts'
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

/**
 * Serves one WebSocket until it closes. `isSurplus`: the project has reached its maximum number of
 * clients.
 */
export function serveSocket(
  hub: Hub,
  socket: WebSocket,
  given: {
    /** The WebSocket's underlying connection. */
    readonly connection: Duplex
    readonly version: Version
    readonly caller: Caller
    readonly isSurplus: boolean
  },
): void {
  const { connection, version, caller, isSurplus } = given
  const channels = new Map<string, Channel>()
  const frames = createRateLimiter({ clock: hub.clock, maxKeys: 1 })
  const now = () => hub.clock.now().getTime()
  const maxBuffered = MAX_BUFFERED + 4 * hub.settings().max_payload_size_in_kb * 1024
  let heardAt = now()
  let usedAt = now()

  const send = ({ data, binary }: Encoded) => {
    if (socket.readyState !== socket.OPEN) return
    // A client that reads too slowly loses its connection, so that the others lose nothing.
    if (socket.bufferedAmount > maxBuffered) {
      hub.activity.count('errors')
      return socket.terminate()
    }
    socket.send(data, { binary })
  }
  const sendAll = (all: readonly Encoded[]) => {
    // One write for all of them instead of one for each.
    connection.cork()
    for (const frame of all) send(frame)
    connection.uncork()
    return socket.bufferedAmount === 0
  }
  const whenSent = (sent: () => void) => {
    // Writes nothing, but runs after all earlier writes.
    connection.write('', (error) => {
      if (!error) sent()
    })
  }
  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object) =>
    send(
      encodeText(
        version,
        { joinRef, ref, topic, event: 'phx_reply' },
        JSON.stringify({ status, response }),
      ),
    )

  function join(frame: Frame): void {
    const { topic } = frame
    channels.get(topic)?.close()
    try {
      if (isSurplus) throw refusals.tooManyConnections()
      if (!hub.limits.takeJoin()) throw refusals.tooManyJoins()
      if (channels.size >= hub.settings().max_channels_per_client) throw refusals.tooManyChannels()
      if (Buffer.byteLength(topic) > MAX_NAME_BYTES) throw refusals.topicTooLong()
      const config = readJoinPayload(frame.payload)
      if (!config) throw refusals.invalidJoin()
      const channel = createChannel(
        hub,
        { version, caller, send, sendAll, whenSent },
        {
          join: frame,
          config,
          ended() {
            usedAt = now()
            if (channels.get(topic) === channel) channels.delete(topic)
          },
        },
      )
      channels.set(topic, channel)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      hub.activity.count('refusals')
      reply(frame, 'error', { reason: error.reason })
      if (error.endsSocket) socket.close(POLICY_VIOLATION, error.reason)
    }
  }

  function receive(frame: Frame): void {
    const { topic, event, joinRef } = frame
    if (topic === 'phoenix') {
      if (event === 'heartbeat') reply(frame, 'ok', {})
      return
    }
    if (event === 'phx_join' && topic.startsWith('realtime:')) return join(frame)
    const channel = channels.get(topic)
    if (!channel) {
      if (event === 'phx_leave') return reply(frame, 'ok', {})
      return reply(frame, 'error', { reason: 'unmatched topic' })
    }
    // Sent before the client joined the topic again.
    if (joinRef !== null && joinRef !== channel.joinRef) return
    channel.receive(frame)
  }

  function read(data: RawData, isBinary: boolean): Frame | undefined {
    const bytes = toBuffer(data)
    if (!isBinary) return decodeText(version, bytes.toString('utf8'))
    return version === '2.0.0' ? decodeBinary(bytes) : undefined
  }

  function refuse(code: number, reason: string): void {
    hub.activity.count('refusals')
    socket.close(code, reason)
  }

  socket.on('message', (data, isBinary) => {
    if (socket.readyState !== socket.OPEN) return
    heardAt = now()
    if (frames.take('', FRAMES) !== 0)
      return refuse(POLICY_VIOLATION, 'Too many messages per second')
    const frame = read(data, isBinary)
    if (!frame) return refuse(PROTOCOL_ERROR, 'The message is malformed')
    receive(frame)
  })
  // A client that breaks the protocol gets a close frame from the library.
  socket.on('error', () => hub.activity.count('refusals'))
  if (hub.isEnding) return socket.close(SERVICE_RESTART, 'The project is stopping')
  const open: OpenSocket = {
    close: (code, reason) => socket.close(code, reason),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
    recheck() {
      for (const channel of channels.values()) channel.recheck()
    },
    sweep() {
      const time = now()
      const isIdle = channels.size === 0 && time - usedAt > WITHOUT_CHANNELS_MS
      if (time - heardAt > SILENCE_MS || isIdle) socket.terminate()
    },
  }
  hub.sockets.add(open)
  const leaveNodes = hub.nodes.use()
  hub.activity.change('clients', 1)
  socket.once('close', (code) => {
    hub.sockets.delete(open)
    hub.activity.change('clients', -1)
    for (const channel of channels.values()) channel.drop(code === NO_CLOSE_FRAME)
    channels.clear()
    leaveNodes()
  })
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
