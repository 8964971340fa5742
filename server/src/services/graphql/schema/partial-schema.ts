import { visit, type DocumentNode } from 'graphql'
import { refusal } from '../errors.ts'
import type { Model, Routine, Table } from '../model/model.ts'
import { lowerFirst } from '../model/names.ts'
import { buildSchema, type BuiltSchema, type Part } from './build-schema.ts'

/** Schemas up to this size are built whole: tables, functions and their columns counted together. */
const MAX_WHOLE = 1000
/** Maximum size of the part that one document can name. Building it takes about 100 ms. */
const MAX_PART = 5000
const MAX_PARTS = 20

const sizeOf = ({ columns }: Table) => columns.length + 1

/** Whether a model is so large that only the part that a document names is built. */
export const isLarge = ({ tables, routines }: Model): boolean =>
  tables.reduce((sum, table) => sum + sizeOf(table), routines.length) > MAX_WHOLE

/**
 * Returns a function that builds the GraphQL schema that a document is validated against and
 * compiled with. A large model would hold up every other request for seconds, so only the tables
 * and functions that the document names are part of it. Throws `schema_limit` if those are too many.
 */
export function createSchemas(model: Model): (document: DocumentNode) => BuiltSchema {
  if (!isLarge(model)) {
    let whole: BuiltSchema | undefined
    return () => (whole ??= buildSchema(model))
  }
  const find = createFinder(model)
  const keys = new WeakMap<DocumentNode, string>()
  const built = new Map<string, BuiltSchema>()

  return (document) => {
    const key = keys.get(document)
    const known = key === undefined ? undefined : built.get(key)
    return known ?? build(document)
  }

  function build(document: DocumentNode): BuiltSchema {
    const part = find(namesIn(document))
    const key = part.key
    keys.set(document, key)
    const schema = built.get(key) ?? buildSchema(model, part)
    built.set(key, schema)
    const [oldest] = built.keys()
    if (built.size > MAX_PARTS && oldest !== undefined) built.delete(oldest)
    return schema
  }
}

function namesIn(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>()
  visit(document, { Name: ({ value }) => void names.add(value) })
  return names
}

/** The suffixes that types and fields add to the name of their table. */
const SUFFIXES = [
  '',
  'ByPk',
  'Collection',
  'Connection',
  'Edge',
  'Filter',
  'OrderBy',
  'InsertInput',
  'InsertResponse',
  'UpdateInput',
  'UpdateResponse',
  'DeleteResponse',
  'OnConflict',
  'OnConflictConstraint',
  'OnConflictField',
  'Field',
  'Aggregate',
  'SumAggregateResult',
  'AvgAggregateResult',
  'MinAggregateResult',
  'MaxAggregateResult',
]
const PREFIXES = ['insertInto', 'update', 'deleteFrom']

/** Finds the tables and functions that names can mean, and those that they lead to. */
function createFinder({ tables, routines }: Model) {
  const numbers = new Map(tables.map((table, at) => [table, at]))
  const byName = Map.groupBy(
    tables.flatMap((table) =>
      [...new Set([table.label, table.type, lowerFirst(table.label)])].map((name) => ({
        name,
        table,
      })),
    ),
    ({ name }) => name,
  )
  // Without any mutation, a misspelled one would be refused as if the role had no rights.
  const writable = tables.find(
    ({ insertable, updatable, isDeletable }) =>
      insertable.length > 0 || updatable.length > 0 || isDeletable,
  )
  const byField = new Map(routines.map((routine) => [routine.field, routine]))

  return (names: ReadonlySet<string>): Part & { readonly key: string } => {
    const found = new Set<Table>()
    const called = new Set<Routine>()
    let size = 0

    function add(table: Table): void {
      if (found.has(table)) return
      found.add(table)
      size += sizeOf(table)
      if (size > MAX_PART)
        throw refusal(
          'schema_limit',
          `The tables in the document have more than ${MAX_PART} columns in total.`,
          'Split it into several requests.',
        )
    }

    function addResult({ returns }: Routine): void {
      if (returns.kind !== 'value') add(returns.table)
    }

    if (writable) add(writable)
    for (const name of names) {
      for (const written of [name, ...PREFIXES.map((prefix) => without(prefix, name))])
        for (const suffix of SUFFIXES)
          if (written.endsWith(suffix))
            for (const { table } of byName.get(written.slice(0, written.length - suffix.length)) ??
              [])
              add(table)
      const routine = byField.get(name)
      if (routine) {
        called.add(routine)
        addResult(routine)
      }
    }
    // A set that grows is iterated to its end.
    for (const { relationships, computed } of found) {
      for (const { field, target } of relationships) if (names.has(field)) add(target)
      for (const routine of computed) if (names.has(routine.field)) addResult(routine)
    }
    const tableKey = [...found].map((table) => numbers.get(table) ?? -1).toSorted((a, b) => a - b)
    const routineKey = [...called].map(({ field }) => field).toSorted()
    return { tables: found, routines: called, key: [...tableKey, ...routineKey].join() }
  }
}

const without = (prefix: string, name: string) =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name
