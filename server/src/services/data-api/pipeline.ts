import { z } from 'zod'
import { perProject } from '../../project/per-project.ts'
import { ROLLBACK } from '../../project/data-plane/transaction-end.ts'
import type { Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Turns } from '../../lib/turns.ts'
import type { CallerContext, CallerStatement, TextResult } from '../../postgres/database.ts'
import { preRequest, searchPathOf, type ReadyPlan } from './ready-plan.ts'
import { parseJson, type Body } from './request/body.ts'
import type { CallContext, IncomingRequest } from './request/incoming-request.ts'
import { pathOf, requestSettings } from './request/request-settings.ts'
import {
  bodyAfterHead,
  isUnknownName,
  newRequestPlans,
  planOf,
  type RequestPlans,
} from './request-plans.ts'
import type { RenderedResponse } from './response/rendered-response.ts'
import { startTimings } from './response/server-timing.ts'
import { createLiveSchema, type LiveSchema } from './schema/live-schema.ts'
import { readPrivileges } from './schema/privileges.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

/** The data API of one project: from request to plan to statement to response. */
export type Pipeline = {
  readonly schema: LiveSchema
  answer(request: IncomingRequest): Promise<RenderedResponse>
  /**
   * The caller's privileges in a schema, for `parsePrivileges`. The project's pre-request function
   * can reject the call first.
   */
  privileges(call: CallContext & { readonly method: string }, schema: string): Promise<string>
}

type PipelineDeps = { readonly clock: Clock; readonly inTurns: Turns }

/** The pipelines of running projects, each made when it is first used. */
export function createPipelines(deps: PipelineDeps) {
  const pipelineOf = perProject((project) => createPipeline(project, deps))
  return {
    of: pipelineOf,
    async close(project: Project): Promise<void> {
      await pipelineOf.drop(project)?.schema.close()
    },
  }
}

type PipelineState = {
  readonly project: Project
  readonly inTurns: Turns
  readonly schema: LiveSchema
  readonly plans: RequestPlans
}

function createPipeline(project: Project, { clock, inTurns }: PipelineDeps): Pipeline {
  const schema = createLiveSchema(project, clock)
  const pipeline: PipelineState = { project, inTurns, schema, plans: newRequestPlans() }
  return {
    schema,
    answer: (request) => answer(pipeline, request),
    privileges: (call, schemaName) => privileges(pipeline, call, schemaName),
  }
}

async function answer(
  pipeline: PipelineState,
  request: IncomingRequest,
): Promise<RenderedResponse> {
  const { schema, project } = pipeline
  const timings = schema.settings().server_timing_enabled
    ? startTimings(request.callerMs)
    : undefined
  const current = schema.current()
  const cache = current instanceof Promise ? await current : current
  const parsing = bodyAfterHead(pipeline.inTurns, request, cache)
  const body = parsing instanceof Promise ? await parsing : parsing
  timings?.mark('parse')
  const planned = plan(pipeline, { head: request.head, body }, cache)
  const ready = planned instanceof Promise ? await planned : planned
  timings?.mark('plan')
  const [first, ...after] = statementsOf(ready, body)
  const context = callerContext(request, ready, cache)
  const results = await project.database.asCaller(context, first, after)
  timings?.mark('transaction')
  const response = respond(ready, results)
  timings?.mark('response')
  return timings ? withHeader(response, 'server-timing', timings.header()) : response
}

/** The plan of a request. An unknown name is looked up again in a newly read schema. */
function plan(
  { schema, plans }: PipelineState,
  request: Parameters<typeof planOf>[1],
  cache: SchemaCache,
): ReadyPlan | Promise<ReadyPlan> {
  try {
    return planOf(plans, request, { cache, settings: schema.settings() })
  } catch (error) {
    if (!isUnknownName(error)) throw error
    return schema
      .refresh()
      .then((newCache) => planOf(plans, request, { cache: newCache, settings: schema.settings() }))
  }
}

const callerContext = (
  request: IncomingRequest,
  ready: ReadyPlan,
  cache: SchemaCache,
): CallerContext => ({
  role: request.caller.role,
  settings: settingsOf(request, ready, cache),
  isReadOnly: ready.isReadOnly,
  isolation: ready.isolation ?? cache.roleIsolation(request.caller.role),
  signal: ready.isReadOnly ? request.departure : undefined,
})

function respond(ready: ReadyPlan, results: readonly TextResult[]): RenderedResponse {
  const before = ready.before ? 1 : 0
  const main = results[before]
  const row = ready.isExplained ? [null, `${linesOf(main)}\n`] : (main?.rows[0] ?? [])
  const response = ready.respond({
    row,
    estimate: ready.estimate && estimateOf(results[before + 1]),
    long: main?.long,
  })
  return ready.isHead ? { ...response, body: '' } : response
}

async function privileges(
  { project, schema }: PipelineState,
  call: CallContext & { readonly method: string },
  schemaName: string,
): Promise<string> {
  const current = schema.current()
  const cache = current instanceof Promise ? await current : current
  const { role } = call.caller
  const options = schema.settings()
  const settings = {
    ...requestSettings(call, call.method, '/'),
    search_path: searchPathOf(schemaName, options),
    ...cache.roleSettings(role),
  }
  const context = {
    role,
    settings,
    isReadOnly: true,
    isolation: cache.roleIsolation(role),
    signal: call.departure,
  }
  return readPrivileges(project, context, preRequest(options.db_pre_request, cache), schemaName)
}

const withHeader = (response: RenderedResponse, name: string, value: string): RenderedResponse => ({
  ...response,
  headers: { ...response.headers, [name]: value },
})

function statementsOf(
  plan: ReadyPlan,
  body: Body | undefined,
): readonly [CallerStatement, ...CallerStatement[]] {
  const main = plan.statement(body?.bytes)
  const after = [...(plan.estimate ? [plan.estimate] : []), ...(plan.isRolledBack ? ROLLBACK : [])]
  return plan.before ? [plan.before, main, ...after] : [main, ...after]
}

const linesOf = (result: TextResult | undefined): string =>
  result?.rows.map(([line]) => line).join('\n') ?? ''

function settingsOf(
  request: IncomingRequest,
  { searchPath, timezone, settings: brought }: ReadyPlan,
  cache: SchemaCache,
): Record<string, string> {
  const { method, target } = request.head
  const settings = requestSettings(request, method, pathOf(target))
  settings['search_path'] = searchPath
  const own = cache.roleSettings(request.caller.role)
  for (const name in own) settings[name] = own[name] ?? ''
  for (const name in brought) settings[name] = brought[name] ?? ''
  if (timezone !== undefined) settings['timezone'] = timezone
  return settings
}

const Explained = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

const estimateOf = (result: TextResult | undefined): number =>
  Explained.parse(parseJson(linesOf(result)))[0].Plan['Plan Rows']
