import { refusals } from '../errors.ts'
import { noteEvent } from '../log-events.ts'
import { authorize, callerOf } from './authorize-channel.ts'
import type { ChannelState } from './channel-state.ts'
import type { OpenChannel } from './open-channel.ts'
import { createReplaying } from './replaying.ts'

/** Joins: checks the caller, replies, and starts what the client asked for. Throws a refusal. */
export async function joinChannel(channel: OpenChannel): Promise<void> {
  const { state, socket } = channel
  const { hub, config } = state
  checkJoin(state)
  await authorize(channel, callerOf(channel, channel.token))
  const others = hub.nodes.ready()
  if (others) await others
  if (channel.isOver) return
  const asked = hub.changes.identify(config.changes)
  state.reply(channel.join.ref, 'ok', { postgres_changes: asked })
  hub.activity.count('joins')
  hub.activity.count('join_ms', hub.clock.now().getTime() - channel.joinedAt)
  hub.activity.change('channels', 1)
  channel.isJoined = true
  noteEvent(hub.project, 'info', `${state.topic} was joined.`)
  if (channel.policies?.broadcast.read ?? true) await listen(channel)
  if (channel.isOver) return
  channel.presenting.start()
  channel.changes = hub.changes.join({
    topic: state.topic,
    version: socket.version,
    asked,
    caller: () => channel.caller,
    wantsReady: config.broadcast.replication_ready,
    send(frames) {
      hub.activity.count('changes', frames.length)
      return socket.sendAll(frames)
    },
    whenSent: socket.whenSent,
    system: (extension, status, message) => sendSystem(state, { extension, status, message }),
  })
}

/** Tells the client how a part of its channel does. */
export const sendSystem = (
  state: ChannelState,
  news: {
    readonly extension: string
    readonly status: 'ok' | 'error'
    readonly message: string
  },
): void => state.push('system', { ...news, channel: state.subTopic })

/** Throws if the project's settings or the payload do not allow the join. */
function checkJoin({ hub, subTopic, config }: ChannelState): void {
  if (subTopic === '') throw refusals.topicRequired()
  const { enabled, private_only: privateOnly } = hub.settings()
  if (!enabled) throw refusals.disabled()
  if (privateOnly && !config.isPrivate) throw refusals.privateOnly()
  if (config.replay === 'invalid') throw refusals.invalidReplay()
  if (config.replay && !config.isPrivate) throw refusals.publicReplay()
}

/** Starts with live messages, so that none is missed between them and the stored ones. */
async function listen(channel: OpenChannel): Promise<void> {
  const { state } = channel
  const { hub, config, key, listener } = state
  const { replay } = config
  if (replay && replay !== 'invalid') channel.replaying = createReplaying(state)
  channel.unsubscribe = hub.fanOut.subscribe(key, listener)
  if (replay && replay !== 'invalid') await channel.replaying?.replay(replay)
}
