import { z } from 'zod'
import type { Frame } from '../wire/frames.ts'
import type { ChannelState } from './channel-state.ts'
import type { PresenceDiff } from './presence.ts'

const Sent = z.object({ event: z.string(), payload: z.unknown().optional() })

/** The presence of a client on its channel. */
export function createPresenting(state: ChannelState) {
  const { hub, config, key, listener } = state
  const presenceKey = config.presence.key || hub.newId()
  const owner = {}
  let isEnabled = false
  let last: string | undefined
  let unsubscribe = () => {}

  const mayRead = () => state.policies()?.presence.read ?? !config.isPrivate
  const mayWrite = () => state.policies()?.presence.write ?? !config.isPrivate
  const tell = (diff: PresenceDiff | undefined) => {
    if (!diff) return
    hub.activity.count('presences')
    hub.nodes.tellPresence(key, diff)
  }

  function enable() {
    if (isEnabled || !mayRead()) return
    isEnabled = true
    state.push('presence_state', hub.presence.state(key))
    unsubscribe = hub.fanOut.subscribe(`presence:${key}`, listener)
  }

  function track(ref: string | null, payload: unknown) {
    if (!mayWrite()) {
      hub.activity.count('refusals')
      return state.reply(ref, 'error', {})
    }
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
      return state.reply(ref, 'error', { reason: 'Presence track payload must be a map' })
    const json = JSON.stringify(payload)
    if (json === last) return state.reply(ref, 'ok', {})
    const bytes = Buffer.byteLength(json)
    if (bytes > hub.settings().max_payload_size_in_kb * 1024)
      return state.shutdown('Track message size exceeded')
    if (!hub.limits.takePresence()) return state.shutdown('Too many presence messages per second')
    const diff = hub.presence.track(key, owner, { key: presenceKey, payload, bytes })
    if (!diff) return state.shutdown('Track message size exceeded')
    last = json
    tell(diff)
    enable()
    state.reply(ref, 'ok', {})
  }

  const untrack = () => {
    last = undefined
    tell(hub.presence.untrack(key, owner))
  }

  return {
    start() {
      if (config.presence.enabled) enable()
    },
    receive({ payload, ref }: Frame): void {
      const { data } = Sent.safeParse(payload)
      if (!data) return state.reply(ref, 'ok', {})
      const event = data.event.toLowerCase()
      if (event === 'track') return track(ref, data.payload ?? {})
      if (event !== 'untrack') return state.reply(ref, 'error', {})
      untrack()
      state.reply(ref, 'ok', {})
    },
    stop() {
      unsubscribe()
      untrack()
    },
  }
}

/** Handles the presence of one channel. */
export type Presenting = ReturnType<typeof createPresenting>
