import type { ProjectSettings } from '../../../fleet/settings.ts'
import { refusal, unknownTable } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Body } from '../request/body.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import { chooseMedia } from './choose-media.ts'
import { computedColumns } from './computed-columns.ts'
import type { CallPlan, Plan, ReadPlan, WritePlan } from './plan.ts'
import { planGetCall, planPostCall } from './plan-call.ts'
import { hasAggregate, spellStar } from './plan-outputs.ts'
import { planRead } from './plan-read.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'

export type PlanOptions = {
  readonly body: Body | undefined
  readonly settings: ProjectSettings['data_api']
}

/** Resolves a request against the schema cache. Throws PGRST200 to PGRST205 for what it does not know. */
export function planRequest(request: ApiRequest, cache: SchemaCache, options: PlanOptions): Plan {
  if (!options.settings.db_aggregates_enabled && hasAggregate(request.query.select))
    throw refusal('PGRST123', 'Use of aggregate functions is not allowed', { status: 400 })
  if (request.target.kind === 'routine') return planCall(request, cache, options)
  const { method, schema, query, range, preferences } = request
  const relation = cache.relation(schema, request.target.name)
  if (!relation) throw noSuchTable(cache, schema, request.target.name)
  const isRead = method === 'GET' || method === 'HEAD'
  const maxRows = options.settings.max_rows
  const read = planRead({
    cache,
    // What a write returns may hold more than its columns, so `*` is spelled out.
    query: isRead
      ? query
      : { ...query, select: query.select.flatMap((item) => spellStar(item, relation)) },
    from: relation,
    isSourced: !isRead,
    isFiltered: isRead,
    range: isRead ? range : { offset: 0, limit: undefined },
    maxRows: isRead ? maxRows : Infinity,
  })
  const media = chooseMedia(request.accept, {
    cache,
    isPlanEnabled: options.settings.db_plan_enabled,
    select: query.select,
    relation,
    routine: undefined,
  })
  const isRolledBack = isUndone(request, options)
  const common = { schema, read, media, preferences, isRolledBack }
  if (isRead)
    return {
      ...common,
      kind: 'read',
      isHead: method === 'HEAD',
      isReadOnly: true,
      maxAffected: undefined,
      maxRows,
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

const limitOf = ({ preferences }: ApiRequest) =>
  preferences.handling === 'strict' ? preferences.maxAffected : undefined

/** How the transaction ends: as the project says, or as the request says where it may. */
function isUndone({ preferences }: ApiRequest, { settings }: PlanOptions): boolean {
  const isRollback = settings.db_tx_end.startsWith('rollback')
  if (!mayChooseEnd(settings) || preferences.transaction === undefined) return isRollback
  return preferences.transaction === 'rollback'
}

/** Whether `Prefer: tx=` has an effect. */
export const mayChooseEnd = ({ db_tx_end: end }: PlanOptions['settings']): boolean =>
  end.endsWith('-allow-override')

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

function planCall(request: ApiRequest, cache: SchemaCache, options: PlanOptions): Plan {
  const { method, schema, query, preferences, target } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    throw refusal('PGRST101', `Cannot use the ${method} method on RPC`, { status: 405 })
  const wanted = { schema, name: target.name }
  const { body } = options
  const call =
    method === 'POST'
      ? planPostCall(cache, wanted, {
          keys: query.columns ?? body?.keys,
          wholeTypes: body?.wholeTypes ?? [],
          isList: body?.isList ?? false,
        })
      : planGetCall(cache, wanted, query.args)
  const { routine } = call
  const maxAffected = limitOf(request)
  if (maxAffected !== undefined && !routine.isSet)
    throw refusal(
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      { status: 400 },
    )
  const { relation: from } = routine
  const relation = from && cache.relation(from.schema, from.name)
  return {
    kind: 'call',
    schema,
    preferences,
    maxAffected,
    isRolledBack: isUndone(request, options),
    isHead: method === 'HEAD',
    isReadOnly: method !== 'POST' || !routine.isVolatile,
    maxRows: options.settings.max_rows,
    media: chooseMedia(request.accept, {
      cache,
      isPlanEnabled: options.settings.db_plan_enabled,
      select: query.select,
      relation,
      routine,
    }),
    ...readOf(request, { cache, call, relation, maxRows: options.settings.max_rows }),
  }
}

/** What is read of a function's rows, computed columns of theirs included. */
function readOf(
  { query, range, schema }: ApiRequest,
  found: {
    readonly cache: SchemaCache
    readonly call: CallPlan
    readonly relation: Relation | undefined
    readonly maxRows: number
  },
): { readonly call: CallPlan; readonly read: ReadPlan } {
  const { cache, call, relation, maxRows } = found
  const { routine } = call
  const plan = (select: typeof query.select) =>
    planRead({
      cache,
      query: { ...query, select },
      from: routine.relation ?? { schema, name: routine.name },
      isSourced: true,
      isFiltered: true,
      range,
      maxRows: routine.isSet ? maxRows : Infinity,
    })
  const read = plan(query.select)
  const computed = relation ? computedColumns(read, relation) : []
  if (computed.length === 0) return { call, read }
  return {
    call: { ...call, computed },
    read: plan(query.select.flatMap((item) => spellStar(item, relation))),
  }
}

function noSuchTable(cache: SchemaCache, schema: string, name: string) {
  return unknownTable(schema, name, cache.nearestRelation(schema, name))
}
