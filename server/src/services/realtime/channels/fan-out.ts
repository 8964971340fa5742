import {
  encodeText,
  encodeUserBroadcast,
  type Encoded,
  type UserBroadcast,
  type Version,
} from '../wire/frames.ts'

/** A client's message to others, independent of the version of the protocol. */
export type Content =
  | { readonly kind: 'text'; readonly event: string; readonly json: string }
  | ({ readonly kind: 'user' } & UserBroadcast)

/** A message for every listener of a topic, encoded once for each version of the protocol. */
export type Message = {
  readonly content: Content
  /** The id of a stored message, which may also be replayed. */
  readonly id?: string
  /** Undefined if that version cannot express it. */
  readonly encoded: (version: Version) => Encoded | undefined
}

export type Listener = {
  readonly version: Version
  /** Whether the listener already has a stored message. */
  readonly hasReceived?: (id: string) => boolean
  /** Sends without waiting. */
  deliver(frame: Encoded): void
}

/** Delivers messages to the listeners of a topic. */
export type FanOut = {
  subscribe(topic: string, listener: Listener): () => void
  /** Delivers to every listener but `except`. */
  publish(topic: string, message: Message, except?: Listener): void
  /** How many listeners a topic has. */
  size(topic: string): number
}

/** `delivered` receives the number of listeners of each message. */
export function createFanOut(delivered: (count: number) => void): FanOut {
  const topics = new Map<string, Set<Listener>>()
  return {
    subscribe(topic, listener) {
      let listeners = topics.get(topic)
      if (!listeners) topics.set(topic, (listeners = new Set()))
      listeners.add(listener)
      const subscribed = listeners
      return () => {
        subscribed.delete(listener)
        if (subscribed.size === 0 && topics.get(topic) === subscribed) topics.delete(topic)
      }
    },
    publish(topic, message, except) {
      let count = 0
      for (const listener of topics.get(topic) ?? []) {
        if (listener === except) continue
        if (message.id !== undefined && listener.hasReceived?.(message.id)) continue
        const frame = message.encoded(listener.version)
        if (!frame) continue
        listener.deliver(frame)
        count += 1
      }
      delivered(count)
    },
    size: (topic) => topics.get(topic)?.size ?? 0,
  }
}

const onceForEachVersion = (
  content: Content,
  encode: (version: Version) => Encoded | undefined,
): Message => {
  const known = new Map<Version, Encoded | undefined>()
  return {
    content,
    encoded(version) {
      if (!known.has(version)) known.set(version, encode(version))
      return known.get(version)
    },
  }
}

/** An event with a payload that is already JSON. `topic` is as clients name it. */
export const textMessage = (topic: string, event: string, payloadJson: string): Message =>
  onceForEachVersion({ kind: 'text', event, json: payloadJson }, (version) =>
    encodeText(version, { joinRef: null, ref: null, topic, event }, payloadJson),
  )

export const userBroadcastMessage = (topic: string, broadcast: UserBroadcast): Message =>
  onceForEachVersion({ kind: 'user', ...broadcast }, (version) =>
    encodeUserBroadcast(version, topic, broadcast),
  )

/** A message from another node for the listeners of a topic. */
export function messageOf(fanOutTopic: string, content: Content): Message {
  const topic = `realtime:${fanOutTopic.slice(fanOutTopic.indexOf(':') + 1)}`
  return content.kind === 'text'
    ? textMessage(topic, content.event, content.json)
    : userBroadcastMessage(topic, content)
}

/** The topic of the fan-out for a channel. A private channel shares nothing with a public one. */
export const fanOutTopic = (topic: string, isPrivate: boolean): string =>
  `${isPrivate ? 'private' : 'public'}:${topic}`
