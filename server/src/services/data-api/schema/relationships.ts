import type { Catalogue } from './catalogue.ts'
import type { ViewColumns } from './view-columns.ts'

export type RelationName = { readonly schema: string; readonly name: string }
/** The columns that a join compares: the near side's, then the far side's. */
export type ColumnPairs = readonly (readonly [near: string, far: string])[]

export type Relationship = {
  readonly table: RelationName
  readonly foreign: RelationName
  readonly constraint: string
  readonly isSelf: boolean
} & (
  | {
      readonly cardinality: 'many-to-one' | 'one-to-many'
      readonly columns: ColumnPairs
    }
  | {
      readonly cardinality: 'one-to-one'
      readonly columns: ColumnPairs
      /** The near side holds the foreign key. */
      readonly isReferencing: boolean
    }
  | {
      readonly cardinality: 'many-to-many'
      readonly junction: RelationName
      readonly constraint2: string
      /** Near table to junction. */
      readonly source: ColumnPairs
      /** Junction to far table. */
      readonly target: ColumnPairs
    }
  /** A function that takes a row of the near table and returns rows of the far one. */
  | {
      readonly cardinality: 'computed'
      readonly routine: RelationName
      readonly isOneRow: boolean
    }
)

export const isToOne = (relationship: Relationship): boolean =>
  relationship.cardinality === 'computed'
    ? relationship.isOneRow
    : relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'

/** The near side's columns that a relationship joins by; a computed one takes the whole row. */
export function nearColumns(relationship: Relationship): readonly string[] {
  if (relationship.cardinality === 'computed') return []
  const pairs =
    relationship.cardinality === 'many-to-many' ? relationship.source : relationship.columns
  return pairs.map(([near]) => near)
}

type Reference = {
  /** The key is unique, so rows that refer to another row are related one to one. */
  readonly isUnique: boolean
  readonly name: string
  readonly oid: string
  readonly target: string
  readonly columns: ColumnPairs
}

/**
 * All relationships between exposed relations, by the oid of the relation they start from: each
 * foreign key in both directions, through views that show its columns, and across tables whose
 * primary key is made of two foreign keys. A relation that is only joined through tables that are
 * not exposed has an empty list; an unrelated one has none.
 */
export function deriveRelationships(
  catalogue: Catalogue,
  views: ViewColumns,
): ReadonlyMap<string, readonly Relationship[]> {
  const byOid = new Map(catalogue.relations.map((relation) => [relation.oid, relation]))
  const found = new Map<string, Relationship[]>()
  const add = (oid: string, relationship: Relationship) => {
    const list = found.get(oid)
    if (list) list.push(relationship)
    else found.set(oid, [relationship])
  }
  const keys = new Map(
    [...catalogue.relations, ...catalogue.hidden].map((entry) => [entry.oid, entry.keys]),
  )
  const shown = catalogue.foreignKeys
    .map((reference) => ({ ...reference, isUnique: isUnique(reference) }))
    .flatMap((reference) => throughViews(reference, views))
    .filter(({ target }) => byOid.has(target))
  const references = shown.filter(({ oid }) => byOid.has(oid))
  for (const reference of references) addBothWays(reference)
  for (const [oid, own] of Map.groupBy(references, (reference) => reference.oid))
    addJunctions(oid, own)
  addComputed()
  const hidden = shown.filter(({ oid }) => !byOid.has(oid))
  for (const [oid, own] of Map.groupBy(hidden, (reference) => reference.oid))
    for (const [{ target }] of pairsOf(own, primaryKeyOf(oid)))
      if (!found.has(target)) found.set(target, [])
  return found

  function primaryKeyOf(oid: string): readonly string[] {
    return keys.get(oid)?.find(({ isPrimary }) => isPrimary)?.columns ?? views.primaryKey(oid)
  }

  function isUnique({ oid, columns }: Pick<Reference, 'oid' | 'columns'>): boolean {
    const own = columns.map(([column]) => column)
    return (keys.get(oid) ?? []).some((key) => isSameSet(key.columns ?? [], own))
  }

  function addComputed() {
    for (const { schema, name, near, far, is_one_row: isOneRow } of catalogue.computed) {
      const [table, foreign] = [byOid.get(near), byOid.get(far)]
      if (!table || !foreign) continue
      add(near, {
        cardinality: 'computed',
        table,
        foreign,
        constraint: name,
        isSelf: near === far,
        routine: { schema, name },
        isOneRow,
      })
    }
  }

  function addBothWays({ name, oid, target, columns, isUnique }: Reference) {
    const [near, far] = [byOid.get(oid), byOid.get(target)]
    if (!near || !far) return
    const base = { constraint: name, isSelf: oid === target }
    const back = columns.map(([own, other]) => [other, own] as const)
    const there = { ...base, table: near, foreign: far, columns }
    const here = { ...base, table: far, foreign: near, columns: back }
    if (isUnique) {
      add(oid, { ...there, cardinality: 'one-to-one', isReferencing: true })
      add(target, { ...here, cardinality: 'one-to-one', isReferencing: false })
      return
    }
    add(oid, { ...there, cardinality: 'many-to-one' })
    add(target, { ...here, cardinality: 'one-to-many' })
  }

  function addJunctions(oid: string, own: readonly Reference[]) {
    // A hidden junction table would duplicate the relationship through its exposed view.
    const junction = byOid.get(oid)
    if (!junction) return
    for (const [first, second] of pairsOf(own, primaryKeyOf(oid))) {
      const [near, far] = [byOid.get(first.target), byOid.get(second.target)]
      if (near && far)
        add(first.target, {
          cardinality: 'many-to-many',
          table: near,
          foreign: far,
          isSelf: first.target === second.target,
          junction,
          constraint: first.name,
          constraint2: second.name,
          source: first.columns.map(([column, other]) => [other, column] as const),
          target: second.columns,
        })
    }
  }
}

/**
 * Pairs of references that make a table a junction: both are part of its key, and neither alone is.
 */
function pairsOf(own: readonly Reference[], key: readonly string[]) {
  const inKey = own.filter(
    ({ isUnique, columns }) => !isUnique && columns.every(([column]) => key.includes(column)),
  )
  // Several views of one table show the same constraint, which is not a junction with itself.
  return inKey.flatMap((first) =>
    inKey
      .filter((second) => second.name !== first.name)
      .map((second): readonly [Reference, Reference] => [first, second]),
  )
}

/** A reference of a table, and of each view that shows it on either end. */
function throughViews(reference: Reference, views: ViewColumns): readonly Reference[] {
  const nears = [identity(reference.oid), ...views.showing(reference.oid)]
  const fars = [identity(reference.target), ...views.showing(reference.target)]
  // Most tables are shown by no view, and a large schema has thousands of keys.
  if (nears.length === 1 && fars.length === 1) return [reference]
  return nears.flatMap((near) =>
    fars.flatMap((far): Reference[] => {
      const choices = reference.columns.map(([own, other]) =>
        near
          .namesOf(own)
          .flatMap((left) => far.namesOf(other).map((right): [string, string] => [left, right])),
      )
      const { name, isUnique } = reference
      return combinations(choices).map((columns) => {
        return { name, isUnique, oid: near.oid, target: far.oid, columns }
      })
    }),
  )
}

const identity = (oid: string) => ({ oid, namesOf: (column: string) => [column] })

/** Limits the combinations for a view that shows the same columns many times. */
const MAX_COMBINATIONS = 16

/** All combinations of one item from each list; none if a list is empty. */
const combinations = (choices: readonly (readonly [string, string][])[]): ColumnPairs[] =>
  choices.reduce<[string, string][][]>(
    (found, list) =>
      found.flatMap((pairs) => list.map((pair) => [...pairs, pair])).slice(0, MAX_COMBINATIONS),
    [[]],
  )

const isSameSet = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((name) => right.includes(name))
