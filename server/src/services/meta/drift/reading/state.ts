import type { DriftKind } from '@stoa/contract/services/meta/drift'
import type { ReadConstraint } from '../definitions/constraint-definition.ts'
import type { Facets } from '../definitions/facets.ts'
import { historyTooLarge } from '../errors.ts'
import { MAX_OBJECTS_READ } from '../limits.ts'

export type Address = {
  readonly kind: DriftKind
  readonly schema: string
  /** The table of a column, a constraint, an index, a trigger or a policy. */
  readonly table: string | null
  readonly name: string
  /** The types of a function's arguments, as they are compared. */
  readonly signature: string | null
}

/** An object that the history creates. */
export type HistoryObject = Address & {
  /** The migration that creates it, or that replaced its definition. */
  readonly version: string
  readonly facets: Facets
  /** The statement that defines it; null if others have changed it since. */
  readonly source: string | null
  readonly constraint: ReadConstraint | null
}

/** A history while it is read. */
export type State = {
  readonly objects: Map<string, HistoryObject>
  readonly copiedTables: Set<string>
  blocks: number
  version: string
  /** The objects that drops and renames have looked at. */
  objectsRead: number
}

/** Tables, views and sequences share their names. */
const CLASS_OF: Partial<Record<DriftKind, string>> = {
  table: 'relation',
  view: 'relation',
  sequence: 'relation',
}

export const isRelation = (kind: DriftKind): boolean => CLASS_OF[kind] === 'relation'

export const keyOf = ({ kind, schema, table, name, signature }: Address): string =>
  JSON.stringify([
    CLASS_OF[kind] ?? kind,
    schema,
    kind === 'index' || table === null ? null : table,
    name,
    ...(signature === null ? [] : [signature]),
  ])

/** The key of a table by its name. */
export const tableKey = (schema: string, name: string): string =>
  keyOf({ kind: 'table', schema, table: null, name, signature: null })

/** Ends a history that would take the server too long. */
export function spend(state: State): void {
  state.objectsRead += state.objects.size
  if (state.objectsRead > MAX_OBJECTS_READ) throw historyTooLarge()
}

type Definition = {
  readonly facets?: Facets
  readonly source?: string | null
  readonly constraint?: ReadConstraint
  readonly replaces?: boolean
}

/** Adds an object unless it exists. */
export function addObject(
  state: State,
  address: Address,
  { facets = new Map(), source = null, constraint, replaces = false }: Definition = {},
): HistoryObject | undefined {
  const key = keyOf(address)
  if (state.objects.has(key) && !replaces) return undefined
  const { version } = state
  const object = { ...address, version, facets, source, constraint: constraint ?? null }
  state.objects.set(key, object)
  return object
}
