import {
  buildFactBase,
  encodeId,
  type DependencyEdge,
  type Fact,
  type FactBase,
} from '@supabase/pg-delta/core'

type ThreeSides = {
  readonly base: FactBase
  readonly source: FactBase
  readonly target: FactBase
}

/**
 * The state that the target should have: its own, with the changes that the source has made since the
 * base. A change that the target already has is no change. A part of an object that the target has
 * dropped is left out; the comparison of the catalogs names it as a conflict.
 */
export function mergeFacts({ base, source, target }: ThreeSides): FactBase {
  const facts = mergeLists({
    base: factsOf(base),
    source: factsOf(source),
    target: factsOf(target),
    isSame: (one, other) =>
      source.hashOf(one.id) === base.hashOf(other.id) && parentOf(one) === parentOf(other),
  })
  const edges = mergeLists({
    base: edgesOf(base),
    source: edgesOf(source),
    target: edgesOf(target),
    isSame: () => true,
  })
  return buildFactBase([...withParents(facts).values()], [...edges.values()])
}

const parentOf = ({ parent }: Fact): string | null => (parent ? encodeId(parent) : null)

const factsOf = (state: FactBase): ReadonlyMap<string, Fact> =>
  new Map(state.facts().map((fact) => [encodeId(fact.id), fact]))

const edgesOf = ({ edges }: FactBase): ReadonlyMap<string, DependencyEdge> =>
  new Map(edges.map((edge) => [`${encodeId(edge.from)}|${edge.kind}|${encodeId(edge.to)}`, edge]))

type Lists<T> = {
  readonly base: ReadonlyMap<string, T>
  readonly source: ReadonlyMap<string, T>
  readonly target: ReadonlyMap<string, T>
  readonly isSame: (ofSource: T, ofBase: T) => boolean
}

function mergeLists<T>({ base, source, target, isSame }: Lists<T>): Map<string, T> {
  const merged = new Map(target)
  for (const [key, value] of source) {
    const before = base.get(key)
    if (before === undefined || !isSame(value, before)) merged.set(key, value)
  }
  for (const key of base.keys()) if (!source.has(key)) merged.delete(key)
  return merged
}

function withParents(facts: ReadonlyMap<string, Fact>): ReadonlyMap<string, Fact> {
  let kept = new Map(facts)
  for (;;) {
    const known = kept
    const left = new Map(
      [...known].filter(([, fact]) => {
        const parent = parentOf(fact)
        return parent === null || known.has(parent)
      }),
    )
    if (left.size === known.size) return known
    kept = left
  }
}
