import type { DriftKind } from '@stoa/contract/services/meta/drift'
import type { DatabaseObject } from './queries.ts'
import { keyOf, type HistoryObject, type HistoryObjects } from './history-objects.ts'

export type Differences = {
  readonly unrecorded: readonly DatabaseObject[]
  readonly missing: readonly HistoryObject[]
}

/** Objects that others need come first, because they are recorded in this order. */
const ORDER: readonly DriftKind[] = [
  'schema',
  'type',
  'sequence',
  'table',
  'column',
  'function',
  'view',
  'index',
  'policy',
  'trigger',
]

/**
 * Compares the objects of the history with those of the database. The columns of a table that is
 * itself a difference, and its other parts, are not differences of their own.
 */
export function compareObjects(
  { objects, copiedTables }: HistoryObjects,
  database: readonly DatabaseObject[],
): Differences {
  const existing = new Set(database.map(keyOf))
  const tableOf = ({ schema, table }: { schema: string; table: string | null }) =>
    table === null ? undefined : keyOf({ kind: 'table', schema, table: null, name: table })
  const schemaOf = ({ schema }: { schema: string }) =>
    keyOf({ kind: 'schema', schema, table: null, name: schema })
  const unrecorded = database.filter((object) => {
    const table = tableOf(object)
    if (object.is_platforms || objects.has(keyOf(object))) return false
    if (table === undefined) return true
    if (object.kind === 'column' && copiedTables.has(table)) return false
    return objects.has(table)
  })
  unrecorded.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
  const missing = [...objects.values()].filter((object) => {
    const table = tableOf(object)
    if (existing.has(keyOf(object))) return false
    if (object.kind !== 'schema' && isGone(schemaOf(object), objects, existing)) return false
    return table === undefined || existing.has(table)
  })
  return { unrecorded, missing }
}

const isGone = (
  key: string,
  objects: ReadonlyMap<string, HistoryObject>,
  existing: ReadonlySet<string>,
): boolean => objects.has(key) && !existing.has(key)
