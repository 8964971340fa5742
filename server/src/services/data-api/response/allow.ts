import { unknownTable } from '../errors.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

/**
 * The methods a relation takes, as `Allow` lists them: what can be done with it at all, whatever
 * the caller's rights. Throws PGRST205 for an unknown one.
 */
export function allowOf(cache: SchemaCache, schema: string, name: string): string {
  const relation = cache.relation(schema, name)
  if (!relation) throw unknownTable(schema, name, cache.nearestRelation(schema, name))
  const { isInsertable, isUpdatable, isDeletable, primaryKey } = relation
  return [
    'OPTIONS,GET,HEAD',
    isInsertable && 'POST',
    isInsertable && isUpdatable && primaryKey.length > 0 && 'PUT',
    isUpdatable && 'PATCH',
    isDeletable && 'DELETE',
  ]
    .filter((methods) => methods !== false)
    .join(',')
}

/** The methods a function is called with: those that only read where it may write. */
export function allowOfRoutine(cache: SchemaCache, schema: string, name: string): string {
  const isReading = cache.routines(schema, name).some(({ isVolatile }) => !isVolatile)
  return isReading ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST'
}
