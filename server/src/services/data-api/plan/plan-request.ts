import { refusal, unknownTable } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Body } from '../request/body.ts'
import type { SelectItem } from '../request/select.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import { nearest } from './nearest.ts'
import type { Plan, WritePlan } from './plan.ts'
import { planGetCall, planPostCall } from './plan-call.ts'
import { planRead } from './plan-read.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'

/** Resolves a request against the schema cache. Throws PGRST200 to PGRST205 for what it does not know. */
export function planRequest(
  request: ApiRequest,
  cache: SchemaCache,
  options: { readonly body: Body | undefined; readonly maxRows: number },
): Plan {
  if (request.target.kind === 'routine') return planCall(request, cache, options)
  const { method, schema, query, range, media, preferences } = request
  const relation = cache.relation(schema, request.target.name)
  if (!relation) throw noSuchTable(cache, schema, request.target.name)
  const isRead = method === 'GET' || method === 'HEAD'
  const read = planRead({
    cache,
    // What a write returns may hold more than its columns, so `*` is spelled out.
    query: isRead
      ? query
      : { ...query, select: query.select.flatMap((item) => spell(item, relation)) },
    from: relation,
    isFiltered: isRead,
    range: isRead ? range : { offset: 0, limit: undefined },
    maxRows: isRead ? options.maxRows : Infinity,
  })
  const common = { schema, read, media, preferences }
  if (isRead)
    return {
      ...common,
      kind: 'read',
      isHead: method === 'HEAD',
      isReadOnly: true,
      maxAffected: undefined,
      maxRows: options.maxRows,
    }
  return {
    ...common,
    kind: 'write',
    isPut: method === 'PUT',
    isReadOnly: false,
    write: planWrite(request, { relation, cache, read, body: options.body }),
    maxAffected: limitOf(request),
    primaryKey: relation.primaryKey,
  }
}

function spell(item: SelectItem, relation: Relation): readonly SelectItem[] {
  if (item.kind !== 'star') return [item]
  return [...relation.columns.keys()].map((name) => ({
    kind: 'field',
    field: { name, path: [] },
    cast: undefined,
    alias: undefined,
  }))
}

const limitOf = ({ preferences }: ApiRequest) =>
  preferences.handling === 'strict' ? preferences.maxAffected : undefined

function planWrite(
  { method, query, preferences }: ApiRequest,
  found: { relation: Relation; cache: SchemaCache; read: Plan['read']; body: Body | undefined },
): WritePlan {
  const options = { ...found, query, preferences }
  if (method === 'POST') return planInsert(options, false)
  if (method === 'PUT') return planInsert(options, true)
  if (method === 'PATCH') return planUpdate(options)
  return planDelete(options)
}

function planCall(
  request: ApiRequest,
  cache: SchemaCache,
  options: { readonly body: Body | undefined; readonly maxRows: number },
): Plan {
  const { method, schema, query, range, media, preferences, target } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    throw refusal('PGRST101', `Cannot use the ${method} method on RPC`, { status: 405 })
  const wanted = { schema, name: target.name }
  const call =
    method === 'POST'
      ? planPostCall(cache, wanted, query.columns ?? options.body?.keys)
      : planGetCall(cache, wanted, query.args)
  const { routine } = call
  const maxAffected = limitOf(request)
  if (maxAffected !== undefined && !routine.isSet)
    throw refusal(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      { status: 400 },
    )
  return {
    kind: 'call',
    schema,
    media,
    preferences,
    call,
    maxAffected,
    isHead: method === 'HEAD',
    isReadOnly: method !== 'POST' || !routine.isVolatile,
    maxRows: options.maxRows,
    read: planRead({
      cache,
      query,
      from: routine.relation ?? { schema, name: routine.name },
      isFiltered: true,
      range,
      maxRows: routine.isSet ? options.maxRows : Infinity,
    }),
  }
}

function noSuchTable(cache: SchemaCache, schema: string, name: string) {
  const names = cache.relationsOf(schema).map((relation) => relation.name)
  return unknownTable(schema, name, nearest(name, names))
}
