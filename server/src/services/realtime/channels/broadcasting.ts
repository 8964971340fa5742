import { broadcastJson, type Frame } from '../wire/frames.ts'
import type { ChannelState } from './channel-state.ts'
import { textMessage, userBroadcastMessage, type Message } from './fan-out.ts'

/** Messages that a client sends to the others on its channel. */
export function createBroadcasting(state: ChannelState) {
  const { hub, config, key, topic, listener } = state
  return {
    receive({ payload, userBroadcast, ref }: Frame): void {
      // Without permission to write, a message is dropped silently, as on a hosted project.
      if (config.isPrivate && !state.policies()?.broadcast.write)
        return hub.activity.count('refusals')
      if (!hub.limits.takeEvent()) return state.shutdown('Too many messages per second')
      const json = userBroadcast ? undefined : JSON.stringify(payload)
      const bytes = userBroadcast ? userBroadcast.body.length : Buffer.byteLength(json ?? '')
      if (bytes > hub.settings().max_payload_size_in_kb * 1024) {
        hub.activity.count('refusals')
        if (config.broadcast.ack) state.reply(ref, 'error', 'payload_size_exceeded')
        return
      }
      const message: Message = userBroadcast
        ? userBroadcastMessage(topic, userBroadcast)
        : textMessage(topic, 'broadcast', json ?? broadcastJson('', '{}'))
      hub.activity.count('messages')
      hub.fanOut.publish(key, message, config.broadcast.self ? undefined : listener)
      if (config.broadcast.ack) state.reply(ref, 'ok', {})
    },
  }
}

/** Handles the broadcasts of one channel. */
export type Broadcasting = ReturnType<typeof createBroadcasting>
