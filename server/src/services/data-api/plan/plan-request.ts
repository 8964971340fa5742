import type { DataApiSettings } from '@stoa/contract/services/data-api/settings'
import { isRolledBack, mayChooseEnd } from '../../../project/data-plane/transaction-end.ts'
import { refusal, unknownTable } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Body } from '../request/body.ts'
import { refuseInvalid } from '../request/preferences.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import { chooseMedia, type MediaSubject } from './choose-media.ts'
import { computedColumns } from './computed-columns.ts'
import type { Media } from './media.ts'
import type { CallPlan, Plan, ReadPlan, WritePlan } from './plan.ts'
import { planGetCall, planPostCall } from './plan-call.ts'
import { spellStar } from './plan-outputs.ts'
import { planRead } from './plan-read.ts'
import { planDelete, planInsert, planUpdate } from './plan-write.ts'

export type PlanOptions = {
  readonly body: Body | undefined
  readonly settings: DataApiSettings
}

/** Resolves a request against the schema cache. Throws PGRST200 to PGRST205 for unknown names. */
export function planRequest(request: ApiRequest, cache: SchemaCache, options: PlanOptions): Plan {
  if (request.target.kind === 'routine') return planCall(request, cache, options)
  const { method, schema, query, range, preferences } = request
  const relation = cache.relation(schema, request.target.name)
  if (!relation) throw noSuchTable(cache, schema, request.target.name)
  const isRead = method === 'GET' || method === 'HEAD'
  const maxRows = options.settings.max_rows
  const read = planRead({
    cache,
    // The result of a write can contain columns besides the relation's, so `*` is expanded. Limits
    // apply neither to it nor to its embeds.
    query: isRead
      ? query
      : {
          ...query,
          select: query.select.flatMap((item) => spellStar(item, relation)),
          limits: [],
          offsets: [],
        },
    from: relation,
    isSourced: !isRead,
    isFiltered: isRead,
    range: isRead ? range : { offset: 0, limit: undefined },
    maxRows: isRead ? maxRows : Infinity,
    allowsAggregates: options.settings.db_aggregates_enabled,
  })
  const found = { cache, relation, routine: undefined }
  const common = { schema, preferences, isRolledBack: isUndone(request, options) }
  if (isRead) {
    const media = mediaOf(request, found, options)
    refuseInvalid(preferences)
    return {
      ...common,
      kind: 'read',
      media,
      read: shownAs(media, read),
      isHead: method === 'HEAD',
      isReadOnly: true,
      maxAffected: undefined,
      maxRows,
    }
  }
  const write = planWrite(request, { relation, cache, read, body: options.body })
  refuseInvalid(preferences)
  const media = mediaOf(request, found, options)
  return {
    ...common,
    kind: 'write',
    media,
    read: shownAs(media, read),
    isPut: method === 'PUT',
    isReadOnly: false,
    write,
    // An insert affects as many rows as were sent.
    maxAffected: method === 'PATCH' || method === 'DELETE' ? limitOf(request) : undefined,
    primaryKey: inOrderOfAnswer(relation, query.select),
  }
}

const mediaOf = (
  { accept, query }: ApiRequest,
  found: Pick<MediaSubject, 'cache' | 'relation' | 'routine'>,
  { settings }: PlanOptions,
): Media =>
  chooseMedia(accept, {
    ...found,
    isPlanEnabled: settings.db_plan_enabled,
    select: query.select,
  })

/** The key's columns in the order of Location: the table's for `*`, otherwise alphabetical. */
function inOrderOfAnswer({ primaryKey, columns }: Relation, select: ApiRequest['query']['select']) {
  if (select.some(({ kind }) => kind === 'star'))
    return [...columns.keys()].filter((name) => primaryKey.includes(name))
  return primaryKey.toSorted()
}

const limitOf = ({ preferences }: ApiRequest) =>
  preferences.handling === 'strict' ? preferences.maxAffected : undefined

/** How the transaction ends: by the project's setting, or by the request's if that is allowed. */
function isUndone({ preferences }: ApiRequest, { settings }: PlanOptions): boolean {
  if (!mayChooseEnd(settings) || preferences.transaction === undefined)
    return isRolledBack(settings)
  return preferences.transaction === 'rollback'
}

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
  const wanted = { schema, name: target.name }
  const { body } = options
  const call =
    method === 'POST'
      ? planPostCall(cache, wanted, {
          keys: query.columns ?? body?.keys,
          wholeTypes: body?.wholeTypes ?? [],
          isList: body?.isList ?? false,
          isForm: body?.isForm ?? false,
        })
      : planGetCall(cache, wanted, query.args)
  const { routine } = call
  const { relation: from } = routine
  const relation = from && cache.relation(from.schema, from.name)
  const found = readOf(request, { cache, call, relation, settings: options.settings })
  const media = mediaOf(request, { cache, relation, routine }, options)
  refuseInvalid(preferences)
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
    preferences,
    maxAffected,
    isRolledBack: isUndone(request, options),
    isHead: method === 'HEAD',
    isReadOnly: method !== 'POST' || !routine.isVolatile,
    maxRows: options.settings.max_rows,
    media,
    call: found.call,
    read: shownAs(media, found.read),
  }
}

/** These bodies consist of rows as text, in which embedded resources are formatted as jsonb. */
function shownAs({ body }: Media, read: ReadPlan): ReadPlan {
  const isText = body.kind === 'csv' || body.kind === 'aggregate'
  return isText ? { ...read, isText } : read
}

/** The read of a function's rows, including their computed columns. */
function readOf(
  { query, range, schema }: ApiRequest,
  found: {
    readonly cache: SchemaCache
    readonly call: CallPlan
    readonly relation: Relation | undefined
    readonly settings: PlanOptions['settings']
  },
): { readonly call: CallPlan; readonly read: ReadPlan } {
  const { cache, call, relation, settings } = found
  const { routine } = call
  const plan = (select: typeof query.select) =>
    planRead({
      cache,
      query: { ...query, select },
      from: routine.relation ?? { schema, name: routine.name },
      isSourced: true,
      isFiltered: true,
      range,
      maxRows: routine.isSet ? settings.max_rows : Infinity,
      allowsAggregates: settings.db_aggregates_enabled,
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
