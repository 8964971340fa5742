import { unknownTable } from '../errors.ts'
import { planGetCall } from '../plan/plan-call.ts'
import { parseQueryParams } from '../request/query-params.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'

/**
 * The methods of a relation for `Allow`: everything that can be done with it, whatever
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

/**
 * The methods a function is called with: one that may write with POST alone. Which one of a name is
 * meant follows from the arguments, as for a call. Throws PGRST202 and PGRST203 as that does.
 */
export function allowOfRoutine(
  cache: SchemaCache,
  wanted: { readonly schema: string; readonly name: string },
  queryString: string,
): string {
  const { routine } = planGetCall(cache, wanted, parseQueryParams(queryString, true).args)
  return routine.isVolatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
}
