import { unknownTable } from '../errors.ts'
import { planGetCall } from '../plan/plan-call.ts'
import { parseQueryParams } from '../request/query-params.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

/**
 * The methods of a relation for `Allow`: all that it supports, regardless of the caller's
 * privileges. Throws PGRST205 for an unknown relation.
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

/**
 * The methods of a function for `Allow`: only POST if it can write. The arguments choose among
 * functions with the same name, as in a call. Throws PGRST202 and PGRST203, as a call does.
 */
export function allowOfRoutine(
  cache: SchemaCache,
  wanted: { readonly schema: string; readonly name: string },
  queryString: string,
): string {
  const { routine } = planGetCall(cache, wanted, parseQueryParams(queryString, true).args)
  return routine.isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
}
