import type { DriftProperty, PropertyDifference } from '@stoa/contract/services/meta/drift'
import type { Facets } from './definitions/facets.ts'
import { normalExpression } from './normal-expression.ts'

/** SQL of both sides that is written differently and can mean the same. */
export type Doubt = {
  readonly property: DriftProperty
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly difference: PropertyDifference
}

export type Comparison = {
  readonly differences: readonly PropertyDifference[]
  readonly doubts: readonly Doubt[]
  /** Properties of which a side is not known. */
  readonly unknown: number
}

/** Compares the properties of one object on both sides. */
export function compareFacets(before: Facets, after: Facets): Comparison {
  const differences: PropertyDifference[] = []
  const doubts: Doubt[] = []
  let unknown = 0
  for (const property of new Set([...before.keys(), ...after.keys()])) {
    const one = before.get(property)
    const other = after.get(property)
    if (one === 'unknown' || other === 'unknown') {
      unknown += 1
      continue
    }
    const difference = { property, before: one?.text ?? null, after: other?.text ?? null }
    const isAlike =
      one?.exact === other?.exact && one?.expressions.length === other?.expressions.length
    if (!isAlike) differences.push(difference)
    else if (one && other && !areEqual(one.expressions, other.expressions))
      doubts.push({ property, before: one.expressions, after: other.expressions, difference })
  }
  return { differences, doubts, unknown }
}

const areEqual = (before: readonly string[], after: readonly string[]): boolean =>
  before.every((text, at) => normalExpression(text) === normalExpression(after[at] ?? ''))
