import type { SchemaDifference, SchemaObject } from '@stoa/contract/platform/branch-changes'
import { keyOf } from './review-words.ts'

/** A changed object with the changes of its parts, such as those of a table's columns. */
export type ChangedObject = SchemaDifference & { readonly parts: readonly SchemaDifference[] }

export type ChangedKind = {
  /** A kind in the plural, such as `policies`. */
  readonly kind: string
  readonly objects: readonly ChangedObject[]
}

/**
 * Groups changes as people think of them: tables first, each with its columns, constraints, indexes,
 * policies and triggers, then the other objects by kind. An index that a constraint makes is not
 * listed beside the constraint.
 */
export function groupChanges(differences: readonly SchemaDifference[]): readonly ChangedKind[] {
  const names = new Set(differences.map(({ object }) => keyOf(object)))
  const shown = differences.filter(
    ({ object }) => object.kind !== 'index' || !names.has(keyOf({ ...object, kind: 'constraint' })),
  )
  const parts = Map.groupBy(
    shown.filter(({ object }) => object.parent !== null),
    ({ object }) => ownerKey({ schema: object.schema, name: object.parent ?? '' }),
  )
  const objects = shown
    .filter(({ object }) => object.parent === null)
    .map((difference): ChangedObject => {
      const key = ownerKey(difference.object)
      const own = RELATIONS.has(difference.object.kind) ? (parts.get(key) ?? []) : []
      if (own.length > 0) parts.delete(key)
      return { ...difference, parts: own }
    })
  const ofUnchanged = [...parts.values()].flatMap((own): ChangedObject[] => {
    const [first] = own
    if (!first) return []
    const { schema, parent } = first.object
    const object = { kind: 'table', schema, parent: null, name: parent ?? '' }
    return [{ object, mark: 'changed', properties: [], parts: own }]
  })
  const kinds = Map.groupBy([...ofUnchanged, ...objects], ({ object }) => object.kind)
  return [...kinds]
    .map(([kind, some]) => ({ kind: plural(kind), objects: some, isRelation: RELATIONS.has(kind) }))
    .sort((one, other) => Number(other.isRelation) - Number(one.isRelation))
    .map(({ kind, objects: some }) => ({ kind, objects: some }))
}

/** How many parts of each kind there are, such as “2 columns, 1 policy”. */
export function countParts(parts: readonly SchemaDifference[]): string {
  const kinds = Map.groupBy(parts, ({ object }) => object.kind)
  return [...kinds]
    .map(([kind, { length }]) => `${length} ${length === 1 ? kind : plural(kind)}`)
    .join(', ')
}

const RELATIONS: ReadonlySet<string> = new Set([
  'table',
  'partitioned table',
  'foreign table',
  'view',
  'materialized view',
])

const ownerKey = ({ schema, name }: Pick<SchemaObject, 'schema' | 'name'>) =>
  JSON.stringify([schema, name])

/** The kinds of Postgres objects; some have no singular. */
function plural(kind: string): string {
  if (kind === 'statistics' || kind === 'default privileges') return kind
  if (kind.endsWith('y')) return `${kind.slice(0, -1)}ies`
  return /(?:s|x)$/.test(kind) ? `${kind}es` : `${kind}s`
}
