import type { Hub } from '../hub.ts'
import { noteEvent } from '../log-events.ts'
import { NAME } from '../name.ts'
import { ChannelError } from '../errors.ts'
import { encodeText, type Frame } from '../wire/frames.ts'
import type { JoinConfig } from '../wire/join-payload.ts'
import { callerOf, refreshToken } from './authorize-channel.ts'
import { createBroadcasting } from './broadcasting.ts'
import type { ChannelState } from './channel-state.ts'
import { fanOutTopic } from './fan-out.ts'
import { joinChannel, sendSystem } from './join-channel.ts'
import { MAX_WAITING } from './limits.ts'
import type { ChannelSocket, OpenChannel } from './open-channel.ts'
import { createPresenting } from './presenting.ts'

export type Channel = {
  readonly topic: string
  readonly joinRef: string | null
  /** Handles a frame after those before it. */
  receive(frame: Frame): void
  /** Ends the channel if its token is no longer valid. */
  recheck(): void
  /** Ends the channel without a message: the socket has closed, or was cut without a close frame. */
  drop(isCut: boolean): void
  /** Ends the channel, because its client has joined the topic again. */
  close(): void
}

const PREFIX = 'realtime:'

type Joining = {
  readonly join: Frame
  readonly config: JoinConfig
  readonly ended: (error?: ChannelError) => void
}

/** Joins a channel. `ended` is called once it is closed for any reason. */
export function createChannel(hub: Hub, socket: ChannelSocket, joining: Joining): Channel {
  const channel = openChannel(hub, socket, joining)
  channel.isBusy = true
  joinChannel(channel)
    .then(
      () => {
        channel.isBusy = false
        return work(channel)
      },
      (error: unknown) => refuseJoin(channel, error),
    )
    .catch((error: unknown) => fail(channel, error))

  return {
    topic: joining.join.topic,
    joinRef: joinRefOf(joining.join),
    receive(frame) {
      if (channel.waiting.length >= MAX_WAITING)
        return channel.state.shutdown('Too many messages per second')
      channel.waiting.push(frame)
      void work(channel)
    },
    recheck() {
      try {
        callerOf(channel, channel.token)
      } catch (error) {
        fail(channel, error)
      }
    },
    drop(wasCut) {
      channel.isCut = wasCut
      end(channel)
    },
    close: () => close(channel),
  }
}

const joinRefOf = ({ joinRef, ref }: Frame) => joinRef ?? ref

function openChannel(hub: Hub, socket: ChannelSocket, joining: Joining): OpenChannel {
  const { join, config, ended } = joining
  const subTopic = join.topic.slice(PREFIX.length)
  const state: ChannelState = {
    hub,
    topic: join.topic,
    subTopic,
    config,
    key: fanOutTopic(subTopic, config.isPrivate),
    listener: {
      version: socket.version,
      deliver: (frame) => socket.send(frame),
      hasReceived: (id) => channel.replaying?.hasReceived(id) ?? false,
    },
    policies: () => channel.policies,
    push: (event, payload) => send(channel, { ref: null, event, payload }),
    reply: (ref, status, response) =>
      send(channel, { ref, event: 'phx_reply', payload: { status, response } }),
    shutdown(message) {
      if (channel.isOver) return
      hub.activity.count('refusals')
      noteEvent(hub.project, 'warning', `${join.topic} was closed: ${message}`)
      sendSystem(state, { extension: 'system', status: 'error', message })
      close(channel)
    },
  }
  const channel: OpenChannel = {
    socket,
    state,
    broadcasting: createBroadcasting(state),
    presenting: createPresenting(state),
    join,
    joinedAt: hub.clock.now().getTime(),
    ended,
    waiting: [],
    isBusy: false,
    isOver: false,
    isJoined: false,
    isCut: false,
    token: config.accessToken,
    caller: socket.caller,
    policies: undefined,
    expiry: undefined,
    unsubscribe: () => {},
    changes: undefined,
    replaying: undefined,
  }
  return channel
}

function send(
  { socket, join }: OpenChannel,
  {
    ref,
    event,
    payload,
  }: { readonly ref: string | null; readonly event: string; readonly payload: unknown },
): void {
  const head = { joinRef: joinRefOf(join), ref, topic: join.topic, event }
  socket.send(encodeText(socket.version, head, JSON.stringify(payload)))
}

/** Handles the frames that wait, one after another. */
async function work(channel: OpenChannel): Promise<void> {
  const { waiting } = channel
  if (channel.isBusy) return
  channel.isBusy = true
  try {
    for (let next = waiting.shift(); next && !channel.isOver; next = waiting.shift())
      await handle(channel, next)
  } catch (error) {
    fail(channel, error)
  } finally {
    channel.isBusy = false
  }
}

async function handle(channel: OpenChannel, frame: Frame): Promise<void> {
  const { event, ref } = frame
  if (event === 'phx_leave') {
    channel.state.reply(ref, 'ok', {})
    return close(channel)
  }
  if (event === 'broadcast') return channel.broadcasting.receive(frame)
  if (event === 'presence') return channel.presenting.receive(frame)
  if (event === 'access_token') return refreshToken(channel, frame.payload)
  // Unknown events are ignored, because clients of other versions may send more events.
}

function refuseJoin(channel: OpenChannel, error: unknown): void {
  const { hub, reply } = channel.state
  const refusal = error instanceof ChannelError ? error : undefined
  hub.activity.count(refusal ? 'refusals' : 'errors')
  if (!refusal) hub.project.log(NAME).error({ err: error }, 'A channel could not be joined.')
  else noteEvent(hub.project, 'warning', `${channel.state.topic} was refused: ${refusal.reason}`)
  if (channel.isOver) return
  reply(channel.join.ref, 'error', { reason: refusal?.reason ?? 'Unknown Error on Channel' })
  end(channel, refusal)
}

function fail(channel: OpenChannel, error: unknown): void {
  const { hub, shutdown } = channel.state
  if (error instanceof ChannelError) return shutdown(error.message)
  hub.activity.count('errors')
  hub.project.log(NAME).error({ err: error }, 'A channel failed.')
  if (channel.isOver) return
  send(channel, { ref: joinRefOf(channel.join), event: 'phx_error', payload: {} })
  end(channel)
}

function end(channel: OpenChannel, error?: ChannelError): void {
  if (channel.isOver) return
  channel.isOver = true
  if (channel.isJoined) channel.state.hub.activity.change('channels', -1)
  clearTimeout(channel.expiry)
  channel.unsubscribe()
  channel.presenting.stop()
  channel.changes?.leave(channel.isCut)
  channel.ended(error)
}

function close(channel: OpenChannel): void {
  if (channel.isOver) return
  send(channel, { ref: joinRefOf(channel.join), event: 'phx_close', payload: {} })
  end(channel)
}
