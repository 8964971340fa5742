import { AppError } from '../../lib/errors.ts'
import type { Turns } from '../../lib/turns.ts'
import type { EffectiveSettings } from '../../project/data-plane/effective-settings.ts'
import { planRequest } from './plan/plan-request.ts'
import { createPlanCache, createReadyPlan, type PlanCache, type ReadyPlan } from './ready-plan.ts'
import { parseApiRequest, type RequestHead } from './request/api-request.ts'
import { parseBody, parseCallBody, type Body } from './request/body.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

/** The plans of a project's requests, by the shape of the request. */
export type RequestPlans = {
  readonly ready: PlanCache<ReadyPlan>
  /** The schema and the settings that the plans were made for. */
  cache: SchemaCache | undefined
  settings: EffectiveSettings | undefined
}

const CACHED_PLANS = 1000
/** Longer URLs are unlikely to be repeated and would fill the memory. */
const MAX_KEY = 4000
/** Errors that may be gone after the schema is read again. */
const UNKNOWN_NAMES = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205'])

export const newRequestPlans = (): RequestPlans => ({
  ready: createPlanCache<ReadyPlan>(CACHED_PLANS),
  cache: undefined,
  settings: undefined,
})

export function planOf(
  plans: RequestPlans,
  request: { readonly head: RequestHead; readonly body: Body | undefined },
  { cache, settings }: { readonly cache: SchemaCache; readonly settings: EffectiveSettings },
): ReadyPlan {
  const { head, body } = request
  // Settings are replaced as a whole when a member changes them.
  if (plans.cache !== cache || plans.settings !== settings) {
    plans.ready.clear()
    plans.cache = cache
    plans.settings = settings
  }
  const key = keyOf(head, body)
  const cached = plans.ready.get(key)
  if (cached) return cached
  const parsed = parseApiRequest(head, cache.exposedSchemas)
  const plan = planRequest(parsed, cache, { body, settings })
  const ready = createReadyPlan(plan, parsed, { cache, settings })
  if (key.length <= MAX_KEY) plans.ready.set(key, ready)
  return ready
}

export const isUnknownName = (error: unknown): boolean =>
  error instanceof AppError && UNKNOWN_NAMES.has(error.code)

/** Parses the body. Errors in the URL take precedence over errors in the body. */
export function bodyAfterHead(
  inTurns: Turns,
  request: IncomingRequest,
  cache: SchemaCache,
): Body | undefined | Promise<Body | undefined> {
  const check = (error: unknown): never => {
    parseApiRequest({ ...request.head, prefer: undefined }, cache.exposedSchemas)
    throw error
  }
  try {
    const body = bodyOf(inTurns, request)
    return body instanceof Promise ? body.catch(check) : body
  } catch (error) {
    return check(error)
  }
}

/** Long bodies are parsed in slices between other requests. */
function bodyOf(inTurns: Turns, { head, body, contentType }: IncomingRequest) {
  if (head.method === 'GET' || head.method === 'HEAD' || head.method === 'DELETE') return undefined
  const namesColumns = head.method !== 'PUT' && /(?:^|&)columns=/.test(head.queryString)
  const isCall = head.target.kind === 'routine'
  return inTurns((isCall ? parseCallBody : parseBody)(body, contentType, namesColumns))
}

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
