import type { Catalog, CatalogObject } from './describe-catalog.ts'
import { SHARED_SCHEMAS } from './routines-sql.ts'

/** One object that differs, with its description on both sides. */
export type CatalogDifference = {
  readonly key: string
  readonly mark: 'added' | 'changed' | 'removed'
  readonly before: CatalogObject | null
  readonly after: CatalogObject | null
  /** The names of the properties that differ; empty for an added or removed object. */
  readonly properties: readonly string[]
}

/** The changes that make the first database like the second, in a fixed order. */
export function compareCatalogs(before: Catalog, after: Catalog): CatalogDifference[] {
  const differences: CatalogDifference[] = []
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null]
    const properties = from && to ? differingProperties(from, to) : []
    if (from && to && properties.length === 0) continue
    differences.push({ key, mark: markOf(from, to), before: from, after: to, properties })
  }
  return differences
}

function markOf(from: CatalogObject | null, to: CatalogObject | null) {
  if (!from) return 'added'
  return to ? 'changed' : 'removed'
}

function differingProperties(from: CatalogObject, to: CatalogObject): string[] {
  const names = new Set([...Object.keys(from.properties), ...Object.keys(to.properties)])
  return [...names].filter((name) => textOf(from.properties[name]) !== textOf(to.properties[name]))
}

const textOf = (value: unknown): string => JSON.stringify(value ?? null)

/** An object that both sides have changed in different ways since their common base. */
export type CatalogConflict = {
  readonly key: string
  readonly base: CatalogObject | null
  readonly source: CatalogObject | null
  readonly target: CatalogObject | null
}

type ThreeSides = { readonly base: Catalog; readonly source: Catalog; readonly target: Catalog }

/**
 * Applies the changes of the source since the base to the target, without running anything: the
 * description that the target should have after the merge, and the objects that both sides changed
 * differently, for which the source's description is taken.
 */
export function mergeCatalogs({ base, source, target }: ThreeSides): {
  readonly merged: Catalog
  readonly conflicts: readonly CatalogConflict[]
} {
  const merged = new Map(target)
  const changes = compareCatalogs(base, source)
  for (const { key, after } of changes) {
    if (after) merged.set(key, after)
    else merged.delete(key)
  }
  const tables = namesOf(merged)
  const conflicts: CatalogConflict[] = []
  for (const { key, after } of changes) {
    const [from, to] = [base.get(key) ?? null, target.get(key) ?? null]
    const hasMoved = !isSame(from, to) && !isSame(after, to)
    const isWithoutParent = after !== null && isPart(after) && !tables.has(parentOf(after))
    if (isWithoutParent) merged.delete(key)
    if (hasMoved || isWithoutParent) conflicts.push({ key, base: from, source: after, target: to })
  }
  return { merged, conflicts }
}

/** A part of a table or view, which can't be without it. */
const PARTS = new Set(['column', 'constraint', 'index', 'policy', 'rule', 'trigger'])
const isPart = ({ kind, schema }: CatalogObject) =>
  PARTS.has(kind) && !SHARED_SCHEMAS.includes(schema ?? '')

const parentOf = ({ schema, parent }: CatalogObject) => JSON.stringify([schema, parent])

const namesOf = (catalog: Catalog): ReadonlySet<string> =>
  new Set([...catalog.values()].map(({ schema, name }) => JSON.stringify([schema, name])))

const isSame = (one: CatalogObject | null, other: CatalogObject | null): boolean =>
  one === null || other === null ? one === other : differingProperties(one, other).length === 0
