import type { Caller } from '../../../project/caller.ts'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import type { Hub } from '../hub.ts'
import { NAME } from '../name.ts'
import { readPolicies } from '../database/policies.ts'
import type { Policies } from '../database/private-access.ts'
import { ChannelError, refusals } from '../errors.ts'
import { encodeText, type Encoded, type Frame, type Version } from '../wire/frames.ts'
import type { JoinConfig } from '../wire/join-payload.ts'
import type { ChangeSubscription } from '../changes/listener.ts'
import { createBroadcasting } from './broadcasting.ts'
import { createReplaying, type Replaying } from './replaying.ts'
import { createPresenting } from './presenting.ts'
import type { ChannelState } from './channel-state.ts'
import { fanOutTopic } from './fan-out.ts'

/** The parts of a socket that a channel uses. */
export type ChannelSocket = {
  readonly version: Version
  /** The caller of the handshake. */
  readonly caller: Caller
  send(frame: Encoded): void
  /** Sends frames together, in order. False if some of them wait in this process. */
  sendAll(frames: readonly Encoded[]): boolean
  /** Calls back when no frame waits any more, unless the connection ends before. */
  whenSent(sent: () => void): void
}

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
const MAX_WAITING = 1000
/** Timers take at most 24 days; a token that is valid longer is checked again. */
const MAX_TIMER_MS = 3_600_000

/** Joins a channel. `ended` is called once it is closed for any reason. */
export function createChannel(
  hub: Hub,
  socket: ChannelSocket,
  given: {
    readonly join: Frame
    readonly config: JoinConfig
    readonly ended: (error?: ChannelError) => void
  },
): Channel {
  const { join, config } = given
  const { topic } = join
  const joinRef = join.joinRef ?? join.ref
  const subTopic = topic.slice(PREFIX.length)
  const key = fanOutTopic(subTopic, config.isPrivate)
  const waiting: Frame[] = []
  const joinedAt = hub.clock.now().getTime()
  let isBusy = false
  let isOver = false
  let isJoined = false
  let isCut = false
  let token = config.accessToken
  let caller = socket.caller
  let policies: Policies | undefined
  let expiry: NodeJS.Timeout | undefined
  let unsubscribe = () => {}
  let changes: ChangeSubscription | undefined
  let replaying: Replaying | undefined

  const send = (ref: string | null, event: string, payload: unknown) =>
    socket.send(encodeText(socket.version, { joinRef, ref, topic, event }, JSON.stringify(payload)))
  const state: ChannelState = {
    hub,
    topic,
    subTopic,
    config,
    key,
    listener: {
      version: socket.version,
      deliver: (frame) => socket.send(frame),
      hasReceived: (id) => replaying?.hasReceived(id) ?? false,
    },
    policies: () => policies,
    push: (event, payload) => send(null, event, payload),
    reply: (ref, status, response) => send(ref, 'phx_reply', { status, response }),
    shutdown(message) {
      if (isOver) return
      hub.activity.count('refusals')
      system('system', 'error', message)
      close()
    },
  }
  const system = (extension: string, status: 'ok' | 'error', message: string) =>
    state.push('system', { extension, status, message, channel: subTopic })
  const broadcasting = createBroadcasting(state)
  const presenting = createPresenting(state)

  async function authorize(next: Caller): Promise<void> {
    const before = policies
    const after = config.isPrivate ? await policiesOf(next) : undefined
    if (isOver) return
    if (after && !after.broadcast.read && !after.presence.read)
      throw refusals.unauthorized(subTopic)
    const isRevoked =
      before &&
      after &&
      ((before.broadcast.read && !after.broadcast.read) ||
        (before.presence.read && !after.presence.read))
    if (isRevoked) throw refusals.unauthorized(subTopic)
    caller = next
    policies = after
    watchExpiry()
  }

  async function policiesOf(next: Caller): Promise<Policies> {
    try {
      return await readPolicies(hub.project, next, subTopic)
    } catch (error) {
      hub.project
        .log(NAME)
        .warn(
          { error: String(error), ...(isDatabaseFailure(error) && { code: error.code }) },
          'The policies of realtime.messages could not be evaluated.',
        )
      throw refusals.databaseUnavailable()
    }
  }

  function watchExpiry() {
    clearTimeout(expiry)
    const left = hub.tokens.expiresIn(caller)
    if (left === undefined) return
    expiry = setTimeout(
      () =>
        left > MAX_TIMER_MS ? watchExpiry() : state.shutdown(refusals.tokenExpired(0).message),
      Math.max(0, Math.min(left, MAX_TIMER_MS)),
    )
    expiry.unref()
  }

  const callerOf = (given?: string): Caller =>
    given === undefined || given.startsWith('sb_')
      ? socket.caller
      : hub.tokens.callerOf(hub.project, given)

  async function start(): Promise<void> {
    if (subTopic === '') throw refusals.topicRequired()
    const { enabled, private_only: privateOnly } = hub.settings()
    if (!enabled) throw refusals.disabled()
    if (privateOnly && !config.isPrivate) throw refusals.privateOnly()
    if (config.replay === 'invalid') throw refusals.invalidReplay()
    if (config.replay && !config.isPrivate) throw refusals.publicReplay()
    await authorize(callerOf(token))
    const others = hub.nodes.ready()
    if (others) await others
    if (isOver) return
    const asked = hub.changes.identify(config.changes)
    state.reply(join.ref, 'ok', { postgres_changes: asked })
    hub.activity.count('joins')
    hub.activity.count('join_ms', hub.clock.now().getTime() - joinedAt)
    hub.activity.change('channels', 1)
    isJoined = true
    if (policies?.broadcast.read ?? true) await listen()
    if (isOver) return
    presenting.start()
    changes = hub.changes.join({
      topic,
      version: socket.version,
      asked,
      caller: () => caller,
      wantsReady: config.broadcast.replication_ready,
      send(frames) {
        hub.activity.count('changes', frames.length)
        return socket.sendAll(frames)
      },
      whenSent: socket.whenSent,
      system,
    })
  }

  /** Starts with live messages, so that none is missed between them and the stored ones. */
  async function listen(): Promise<void> {
    const { replay } = config
    if (replay && replay !== 'invalid') replaying = createReplaying(state)
    unsubscribe = hub.fanOut.subscribe(key, state.listener)
    if (replay && replay !== 'invalid') await replaying?.replay(replay)
  }

  async function handle(frame: Frame): Promise<void> {
    const { event, ref } = frame
    if (event === 'phx_leave') {
      state.reply(ref, 'ok', {})
      return close()
    }
    if (event === 'broadcast') return broadcasting.receive(frame)
    if (event === 'presence') return presenting.receive(frame)
    if (event === 'access_token') return refresh(frame.payload)
    // Unknown events are ignored, because clients of other versions may send more events.
  }

  async function refresh(payload: unknown): Promise<void> {
    const next: unknown =
      typeof payload === 'object' && payload && 'access_token' in payload
        ? payload.access_token
        : undefined
    if (typeof next !== 'string' || next === token || next.startsWith('sb_')) return
    // Each one queries the database, like a join.
    if (config.isPrivate && !hub.limits.takeJoin()) throw refusals.tooManyJoins()
    await authorize(callerOf(next))
    token = next
    changes?.refreshed()
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      for (let next = waiting.shift(); next && !isOver; next = waiting.shift()) await handle(next)
    } catch (error) {
      fail(error)
    } finally {
      isBusy = false
    }
  }

  function fail(error: unknown) {
    if (error instanceof ChannelError) return state.shutdown(error.message)
    hub.activity.count('errors')
    hub.project.log(NAME).error({ err: error }, 'A channel failed.')
    if (isOver) return
    send(joinRef, 'phx_error', {})
    end()
  }

  function end(error?: ChannelError) {
    if (isOver) return
    isOver = true
    if (isJoined) hub.activity.change('channels', -1)
    clearTimeout(expiry)
    unsubscribe()
    presenting.stop()
    changes?.leave(isCut)
    given.ended(error)
  }

  function close() {
    if (isOver) return
    send(joinRef, 'phx_close', {})
    end()
  }

  isBusy = true
  start()
    .then(
      () => {
        isBusy = false
        return work()
      },
      (error: unknown) => {
        const refusal = error instanceof ChannelError ? error : undefined
        hub.activity.count(refusal ? 'refusals' : 'errors')
        if (!refusal) hub.project.log(NAME).error({ err: error }, 'A channel could not be joined.')
        if (isOver) return
        state.reply(join.ref, 'error', { reason: refusal?.reason ?? 'Unknown Error on Channel' })
        end(refusal)
      },
    )
    .catch(fail)

  return {
    topic,
    joinRef,
    receive(frame) {
      if (waiting.length >= MAX_WAITING) return state.shutdown('Too many messages per second')
      waiting.push(frame)
      void work()
    },
    recheck() {
      try {
        callerOf(token)
      } catch (error) {
        fail(error)
      }
    },
    drop(wasCut) {
      isCut = wasCut
      end()
    },
    close,
  }
}
