/**
 * A client's tracked state, with the reference that distinguishes it from others under the same
 * key.
 */
export type Meta = { readonly phx_ref: string; readonly [name: string]: unknown }
export type Presences = { readonly [key: string]: { readonly metas: readonly Meta[] } }
export type PresenceDiff = { readonly joins: Presences; readonly leaves: Presences }

/** A client present on a topic. Several can have the same key. */
export type Present = { readonly key: string; readonly meta: Meta }
export type PresentOnTopic = Present & { readonly topic: string }

type Tracked = Present & { readonly bytes: number }

/**
 * The clients present on the topics of a project. Each owner (a client's channel) tracks at most
 * one meta on its topic; several owners can have the same key.
 */
export type PresenceBook = {
  /** Tracks or replaces the owner's meta; undefined if the project's presences exceed `maxBytes`. */
  track(
    topic: string,
    owner: object,
    tracked: { readonly key: string; readonly payload: object; readonly bytes: number },
  ): PresenceDiff | undefined
  /** Undefined if the owner tracks nothing. */
  untrack(topic: string, owner: object): PresenceDiff | undefined
  /** All clients present, here and on other nodes. */
  state(topic: string): Presences
  /** All clients present here. */
  all(): Iterable<PresentOnTopic>
}

export function createPresenceBook({
  newRef,
  maxBytes,
  others = () => [],
}: {
  readonly newRef: () => string
  readonly maxBytes: number
  /** The clients present on a topic on other nodes. */
  readonly others?: (topic: string) => Iterable<Present>
}): PresenceBook {
  const topics = new Map<string, Map<object, Tracked>>()
  let bytes = 0
  return {
    track(topic, owner, { key, payload, bytes: size }) {
      let owners = topics.get(topic)
      const before = owners?.get(owner)
      if (bytes + size - (before?.bytes ?? 0) > maxBytes) return undefined
      if (!owners) topics.set(topic, (owners = new Map()))
      const meta: Meta = {
        ...payload,
        ...(before && { phx_ref_prev: before.meta.phx_ref }),
        phx_ref: newRef(),
      }
      bytes += size - (before?.bytes ?? 0)
      owners.set(owner, { key, meta, bytes: size })
      return { joins: one(key, meta), leaves: before ? one(before.key, before.meta) : {} }
    },
    untrack(topic, owner) {
      const owners = topics.get(topic)
      const before = owners?.get(owner)
      if (!owners || !before) return undefined
      owners.delete(owner)
      bytes -= before.bytes
      if (owners.size === 0) topics.delete(topic)
      return { joins: {}, leaves: one(before.key, before.meta) }
    },
    state: (topic) => byKey([...(topics.get(topic)?.values() ?? []), ...others(topic)]),
    *all() {
      for (const [topic, owners] of topics)
        for (const { key, meta } of owners.values()) yield { topic, key, meta }
    },
  }
}

export function byKey(all: Iterable<Present>): Presences {
  const keys = new Map<string, Meta[]>()
  for (const { key, meta } of all) {
    const metas = keys.get(key)
    if (metas) metas.push(meta)
    else keys.set(key, [meta])
  }
  return Object.fromEntries([...keys].map(([key, metas]) => [key, { metas }]))
}

export const listed = (presences: Presences): readonly Present[] =>
  Object.entries(presences).flatMap(([key, { metas }]) => metas.map((meta) => ({ key, meta })))

// A computed name is a property of its own, even `__proto__`.
const one = (key: string, meta: Meta): Presences => ({ [key]: { metas: [meta] } })
