import { z } from 'zod'
import { perProject } from '../../project/per-project.ts'
import type { Caller } from '../../project/caller.ts'
import { ROLLBACK } from '../../project/data-plane/transaction-end.ts'
import type { Project } from '../../project/project.ts'
import { AppError } from '../../lib/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Turns } from '../../lib/turns.ts'
import type { CallerStatement, TextResult } from '../../postgres/database.ts'
import { planRequest } from './plan/plan-request.ts'
import {
  createPlanCache,
  createReadyPlan,
  preRequest,
  searchPathOf,
  type ReadyPlan,
} from './ready-plan.ts'
import { parseApiRequest, type RequestHead, type Target } from './request/api-request.ts'
import { parseBody, parseCallBody, parseJson, type Body } from './request/body.ts'
import type { Answer } from './response/answer.ts'
import { startTimings } from './response/server-timing.ts'
import { createLiveSchema, type LiveSchema } from './schema/live-schema.ts'
import { readPrivileges } from './schema/privileges.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

/** The caller of a request, with its headers and cookies for the transaction's settings. */
export type Asking = {
  readonly caller: Caller
  /** The request's headers as `request.headers` holds them, and its cookies. */
  readonly headersJson: string
  readonly cookiesJson: string
  /** Aborts when the client has left. Reads end then; a write runs to its end. */
  readonly departure?: AbortSignal | undefined
}

export type Incoming = Asking & {
  readonly head: RequestHead
  readonly body: Buffer | undefined
  readonly contentType: string | undefined
  /** How long authenticating the caller took, in milliseconds. */
  readonly callerMs: number
}

/** The data API of one project: from request to plan to statement to response. */
export type Pipeline = {
  readonly schema: LiveSchema
  answer(incoming: Incoming): Promise<Answer>
  /**
   * The caller's privileges in a schema, for `parsePrivileges`. The project's pre-request function
   * can reject the call first.
   */
  privileges(asking: Asking & { readonly method: string }, schema: string): Promise<string>
}

const CACHED_PLANS = 1000
/** Longer URLs are unlikely to be repeated and would fill the memory. */
const MAX_KEY = 4000
/** Errors that may be gone after the schema is read again. */
const UNKNOWN_NAMES = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205'])

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

function createPipeline(project: Project, { clock, inTurns }: PipelineDeps): Pipeline {
  const schema = createLiveSchema(project, clock)
  const plans = createPlanCache<ReadyPlan>(CACHED_PLANS)
  let plannedFor: SchemaCache | undefined
  let plannedWith: unknown

  function readyPlan(cache: SchemaCache, incoming: Incoming, body: Body | undefined): ReadyPlan {
    // Settings are replaced as a whole when a member changes them.
    const settings = schema.settings()
    if (plannedFor !== cache || plannedWith !== settings) {
      plans.clear()
      plannedFor = cache
      plannedWith = settings
    }
    const key = keyOf(incoming.head, body)
    const known = plans.get(key)
    if (known) return known
    const request = parseApiRequest(incoming.head, cache.exposedSchemas)
    const plan = planRequest(request, cache, { body, settings })
    const ready = createReadyPlan(plan, request, {
      cache,
      settings,
    })
    if (key.length <= MAX_KEY) plans.set(key, ready)
    return ready
  }

  async function planAgain(error: unknown, incoming: Incoming, body: Body | undefined) {
    if (!(error instanceof AppError) || !UNKNOWN_NAMES.has(error.code)) throw error
    return readyPlan(await schema.refresh(), incoming, body)
  }

  /** Errors in the URL take precedence over errors in the body. */
  function bodyBehindHead(incoming: Incoming, cache: SchemaCache) {
    const check = (error: unknown): never => {
      parseApiRequest({ ...incoming.head, prefer: undefined }, cache.exposedSchemas)
      throw error
    }
    try {
      const body = bodyOf(incoming)
      return body instanceof Promise ? body.catch(check) : body
    } catch (error) {
      return check(error)
    }
  }

  /** Long bodies are parsed in slices between other requests. */
  function bodyOf({ head, body, contentType }: Incoming) {
    if (head.method === 'GET' || head.method === 'HEAD' || head.method === 'DELETE')
      return undefined
    const namesColumns = head.method !== 'PUT' && /(?:^|&)columns=/.test(head.queryString)
    const isCall = head.target.kind === 'routine'
    return inTurns((isCall ? parseCallBody : parseBody)(body, contentType, namesColumns))
  }

  return {
    schema,
    async answer(incoming) {
      const timings = schema.settings().server_timing_enabled
        ? startTimings(incoming.callerMs)
        : undefined
      const current = schema.current()
      const cache = current instanceof Promise ? await current : current
      const parsing = bodyBehindHead(incoming, cache)
      const body = parsing instanceof Promise ? await parsing : parsing
      timings?.mark('parse')
      let plan: ReadyPlan
      try {
        plan = readyPlan(cache, incoming, body)
      } catch (error) {
        plan = await planAgain(error, incoming, body)
      }
      timings?.mark('plan')
      const before = plan.before ? 1 : 0
      const [first, ...after] = statementsOf(plan, body)
      const results = await project.database.asCaller(
        {
          role: incoming.caller.role,
          settings: settingsOf(incoming, plan, cache),
          isReadOnly: plan.isReadOnly,
          isolation: plan.isolation ?? cache.roleIsolation(incoming.caller.role),
          signal: plan.isReadOnly ? incoming.departure : undefined,
        },
        first,
        after,
      )
      timings?.mark('transaction')
      const main = results[before]
      const row = plan.isExplained ? [null, `${linesOf(main)}\n`] : (main?.rows[0] ?? [])
      const answer = plan.respond({
        row,
        estimate: plan.estimate && estimateOf(results[before + 1]),
        long: main?.long,
      })
      timings?.mark('response')
      const timed = timings ? withHeader(answer, 'server-timing', timings.header()) : answer
      return plan.isHead ? { ...timed, body: '' } : timed
    },
    async privileges(asking, schemaName) {
      const current = schema.current()
      const cache = current instanceof Promise ? await current : current
      const { role } = asking.caller
      const options = schema.settings()
      const settings = {
        ...requestSettings(asking, asking.method, '/'),
        search_path: searchPathOf(schemaName, options),
        ...cache.roleSettings(role),
      }
      const context = {
        role,
        settings,
        isReadOnly: true,
        isolation: cache.roleIsolation(role),
        signal: asking.departure,
      }
      return readPrivileges(project, context, preRequest(options.db_pre_request, cache), schemaName)
    },
  }
}

const withHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
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

/** NUL separates parts that may contain any other character: a name with NUL is never planned. */
function keyOf(head: RequestHead, body: Body | undefined): string {
  const { method, target, queryString, accept, prefer, range, acceptProfile, contentProfile } = head
  const base = [
    `${method} ${target.kind} ${target.name}\0${queryString}`,
    accept ?? NONE,
    prefer ?? NONE,
    range ?? NONE,
    acceptProfile ?? NONE,
    contentProfile ?? NONE,
  ].join('\n')
  if (!body) return base
  return `${base}\n${body.isList}\n${body.isForm}\n${body.wholeTypes.join()}\n${body.keys?.length}\n${body.keys?.join('\0')}`
}

/** Marks a missing header; a header that was sent cannot contain NUL. */
const NONE = '\0'

const requestSettings = (
  { caller, headersJson, cookiesJson }: Asking,
  method: string,
  path: string,
): Record<string, string> => ({
  'request.jwt.claims': caller.claimsJson,
  'request.method': method,
  'request.path': path,
  'request.headers': headersJson,
  'request.cookies': cookiesJson,
})

function pathOf({ kind, name, isRoot }: Target): string {
  if (isRoot) return '/'
  return kind === 'routine' ? `/rpc/${name}` : `/${name}`
}

function settingsOf(
  incoming: Incoming,
  { searchPath, timezone, settings: brought }: ReadyPlan,
  cache: SchemaCache,
): Record<string, string> {
  const { method, target } = incoming.head
  const settings = requestSettings(incoming, method, pathOf(target))
  settings['search_path'] = searchPath
  const own = cache.roleSettings(incoming.caller.role)
  for (const name in own) settings[name] = own[name] ?? ''
  for (const name in brought) settings[name] = brought[name] ?? ''
  if (timezone !== undefined) settings['timezone'] = timezone
  return settings
}

const Explained = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })])

const estimateOf = (result: TextResult | undefined): number =>
  Explained.parse(parseJson(linesOf(result)))[0].Plan['Plan Rows']
