import { unknownTable } from '../errors.ts'
import { nearest } from '../plan/nearest.ts'
import type { Privileges } from '../schema/privileges.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

/**
 * The methods a relation takes from a caller, as `Allow` lists them: what the relation can do and
 * the caller has a right to. Throws PGRST205 for an unknown one.
 */
export function allowOf(
  cache: SchemaCache,
  target: { readonly schema: string; readonly name: string },
  privileges: Privileges,
): string {
  const { schema, name } = target
  const relation = cache.relation(schema, name)
  if (!relation) {
    const names = cache.relationsOf(schema).map((known) => known.name)
    throw unknownTable(schema, name, nearest(name, names))
  }
  const rights = privileges.relations[name]
  const mayInsert = relation.isInsertable && rights?.insert === true
  const mayUpdate = relation.isUpdatable && rights?.update === true
  return [
    'OPTIONS',
    rights?.select === true && 'GET,HEAD',
    mayInsert && 'POST',
    mayInsert && mayUpdate && relation.primaryKey.length > 0 && 'PUT',
    mayUpdate && 'PATCH',
    relation.isDeletable && rights?.delete === true && 'DELETE',
  ]
    .filter((methods) => methods !== false)
    .join(',')
}

/** The methods a function is called with: those that only read where it may write. */
export function allowOfRoutine(cache: SchemaCache, schema: string, name: string): string {
  const isReading = cache.routines(schema, name).some(({ isVolatile }) => !isVolatile)
  return isReading ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST'
}
