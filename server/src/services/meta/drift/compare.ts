import type { DriftKind } from '@stoa/contract/services/meta/drift'
import { compareFacets, type Comparison } from './compare-facets.ts'
import { completeSequence } from './definitions/sequence-definition.ts'
import type { HistoryObjects } from './history-objects.ts'
import { pairConstraints } from './pair-constraints.ts'
import type { DatabaseObject } from './queries.ts'
import { readDefinition, type Definition } from './read-definition.ts'
import { keyOf, tableKey, type HistoryObject } from './reading/state.ts'

/** An object that both sides have. Doubts are decided by Postgres. */
export type ComparedObject = {
  readonly history: HistoryObject
  readonly database: DatabaseObject
  readonly definition: Definition
  readonly comparison: Comparison
}

export type Differences = {
  readonly unrecorded: readonly DatabaseObject[]
  readonly missing: readonly HistoryObject[]
  readonly compared: readonly ComparedObject[]
  /** Properties that cannot be compared. */
  readonly uncompared: number
}

/** Objects that others need come first, because they are recorded in this order. */
const ORDER: readonly DriftKind[] = [
  'schema',
  'type',
  'sequence',
  'table',
  'column',
  'constraint',
  'function',
  'view',
  'index',
  'policy',
  'trigger',
]

const OBJECTS_PER_TURN = 200

/**
 * Compares the objects of the history with those of the database. The columns of a table that is
 * itself a difference, and its other parts, are not differences of their own.
 */
export function* compareObjects(
  { objects: read, copiedTables }: HistoryObjects,
  database: readonly DatabaseObject[],
): Generator<void, Differences> {
  const objects = pairConstraints(read, database)
  yield
  const existing = new Set(database.map(keyOf))
  const tableOf = ({ schema, table }: { schema: string; table: string | null }) =>
    table === null ? undefined : tableKey(schema, table)
  const unrecorded = database.filter((object) => {
    const table = tableOf(object)
    if (object.is_platforms || objects.has(keyOf(object))) return false
    if (table === undefined) return true
    const isCopied = object.kind === 'column' || object.kind === 'constraint'
    if (isCopied && copiedTables.has(table)) return false
    return objects.has(table)
  })
  unrecorded.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
  const missing = [...objects.values()].filter((object) => {
    const table = tableOf(object)
    if (existing.has(keyOf(object))) return false
    if (object.kind !== 'schema' && isGone(schemaKey(object), objects, existing)) return false
    return table === undefined || existing.has(table)
  })
  yield
  const definitions = yield* compareDefinitions(objects, database)
  return { unrecorded, missing, ...definitions }
}

function* compareDefinitions(
  objects: ReadonlyMap<string, HistoryObject>,
  database: readonly DatabaseObject[],
): Generator<void, Pick<Differences, 'compared' | 'uncompared'>> {
  const compared: ComparedObject[] = []
  let uncompared = 0
  for (const [at, object] of database.entries()) {
    if (at % OBJECTS_PER_TURN === 0) yield
    const history = objects.get(keyOf(object))
    if (history === undefined || history.kind !== object.kind) continue
    const { definition: text } = object
    if (text === null) continue
    const definition = readDefinition(object.kind, text)
    if (definition === undefined) {
      uncompared += 1
      continue
    }
    const complete = object.kind === 'sequence' ? completeSequence : same
    const comparison = compareFacets(complete(history.facets), complete(definition.facets))
    uncompared += comparison.unknown
    if (comparison.differences.length + comparison.doubts.length > 0)
      compared.push({ history, database: object, definition, comparison })
  }
  return { compared, uncompared }
}

const same = <T>(value: T): T => value

const schemaKey = ({ schema }: { schema: string }): string =>
  keyOf({ kind: 'schema', schema, table: null, name: schema, signature: null })

const isGone = (
  key: string,
  objects: ReadonlyMap<string, HistoryObject>,
  existing: ReadonlySet<string>,
): boolean => objects.has(key) && !existing.has(key)
