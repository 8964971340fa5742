import {
  byKey,
  type Present,
  type PresenceDiff,
  type PresentOnTopic,
} from '../channels/presence.ts'

/**
 * The clients present on other nodes. Diffs contain only changes that the clients here do not know
 * yet.
 */
export type RemotePresence = {
  change(
    node: string,
    topic: string,
    change: { readonly joins: readonly Present[]; readonly leaves: readonly Present[] },
  ): PresenceDiff | undefined
  /** Replaces all clients present on the node. Returns the changes on each topic. */
  replace(node: string, all: Iterable<PresentOnTopic>): ReadonlyMap<string, PresenceDiff>
  of(topic: string): Iterable<Present>
}

/** By topic and by the unique reference. */
type OfNode = Map<string, Map<string, Present>>

export function createRemotePresence(): RemotePresence {
  const nodes = new Map<string, OfNode>()

  function topicOf(ofNode: OfNode, topic: string): Map<string, Present> {
    let found = ofNode.get(topic)
    if (!found) ofNode.set(topic, (found = new Map()))
    return found
  }

  return {
    change(node, topic, { joins, leaves }) {
      const ofNode: OfNode = nodes.get(node) ?? new Map<string, never>()
      nodes.set(node, ofNode)
      const present = topicOf(ofNode, topic)
      const gone = leaves.filter(({ meta }) => present.delete(meta.phx_ref))
      const come = joins.filter(({ meta }) => !present.has(meta.phx_ref))
      for (const each of come) present.set(each.meta.phx_ref, each)
      if (present.size === 0) ofNode.delete(topic)
      return diffOf(come, gone)
    },
    replace(node, all) {
      const before: OfNode = nodes.get(node) ?? new Map<string, never>()
      const after: OfNode = new Map()
      for (const { topic, key, meta } of all) topicOf(after, topic).set(meta.phx_ref, { key, meta })
      if (after.size > 0) nodes.set(node, after)
      else nodes.delete(node)
      const diffs = new Map<string, PresenceDiff>()
      for (const topic of new Set([...before.keys(), ...after.keys()])) {
        const [old, now] = [before.get(topic), after.get(topic)]
        const come = [...(now?.values() ?? [])].filter(({ meta }) => !old?.has(meta.phx_ref))
        const gone = [...(old?.values() ?? [])].filter(({ meta }) => !now?.has(meta.phx_ref))
        const diff = diffOf(come, gone)
        if (diff) diffs.set(topic, diff)
      }
      return diffs
    },
    *of(topic) {
      for (const ofNode of nodes.values()) yield* ofNode.get(topic)?.values() ?? []
    },
  }
}

const diffOf = (joins: readonly Present[], leaves: readonly Present[]): PresenceDiff | undefined =>
  joins.length + leaves.length === 0 ? undefined : { joins: byKey(joins), leaves: byKey(leaves) }
