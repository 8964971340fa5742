import { createHash } from 'node:crypto'
import { preRequestSql } from '../../project/data-plane/pre-request-sql.ts'
import { mayChooseEnd } from '../../project/data-plane/transaction-end.ts'
import { compile, quoteIdent, type Bindable } from '../../postgres/sql.ts'
import type { Isolation } from '../../postgres/callers/caller.ts'
import type { CallerStatement } from '../../postgres/database.ts'
import { refusal } from './errors.ts'
import type { Plan } from './plan/plan.ts'
import type { PlanOptions } from './plan/plan-request.ts'
import type { ApiRequest } from './request/api-request.ts'
import { createResponder, type Responder } from './response/respond.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { renderStatement, TOOK_AT } from './sql/statement-sql.ts'
import { BODY } from './sql/write-sql.ts'

/**
 * A fully planned request shape: the statement to run and the form of the response. Only bodies and
 * callers vary.
 */
export type ReadyPlan = {
  readonly isReadOnly: boolean
  readonly searchPath: string
  readonly timezone: string | undefined
  /** Settings of the called function. */
  readonly settings: Readonly<Record<string, string>>
  /** The function's isolation level, which overrides the caller's. */
  readonly isolation: Isolation | undefined
  /** The pre-request call, which runs before the statement. */
  readonly before: CallerStatement | undefined
  /** The response is the execution plan, one line per row. */
  readonly isExplained: boolean
  readonly isRolledBack: boolean
  readonly isHead: boolean
  readonly respond: Responder
  readonly estimate: CallerStatement | undefined
  statement(body: Buffer | undefined): CallerStatement
}

export function createReadyPlan(
  plan: Plan,
  request: ApiRequest,
  context: {
    readonly cache: SchemaCache
    readonly settings: PlanOptions['settings']
  },
): ReadyPlan {
  const { settings } = context
  const { main, estimate } = renderStatement(plan)
  const { text, values } = compile(main)
  if (values.length > MAX_VALUES)
    throw refusal('PGRST100', `More than ${MAX_VALUES} values in one request`, {
      status: 400,
      hint: 'To match many values of one column, use a list: column=in.(…).',
    })
  const name = nameOf(text, context.cache)
  const bodyAt = values.indexOf(BODY)
  const mayBeLong = plan.media.explain === undefined
  const timing = plan.media.explain ? {} : { tookAt: TOOK_AT, mayRunTwice: plan.kind === 'read' }
  const fixed: CallerStatement = { name, text, values, mayBeLong, ...timing }
  const { canonical } = request.query
  const path = `/${encodeURIComponent(request.target.name)}`
  return {
    isReadOnly: plan.isReadOnly,
    isHead: request.method === 'HEAD',
    timezone: plan.preferences.timezone,
    settings: plan.kind === 'call' ? plan.call.routine.settings : noSettings,
    isolation: plan.kind === 'call' ? plan.call.routine.isolation : undefined,
    before: preRequest(settings.db_pre_request, context.cache),
    isExplained: plan.media.explain !== undefined,
    // A read-only transaction writes nothing that could be rolled back.
    isRolledBack: plan.isRolledBack && !plan.isReadOnly,
    searchPath: searchPathOf(plan.schema, settings),
    respond: createResponder(plan, {
      profile: request.tellsSchema ? plan.schema : undefined,
      contentLocation: canonical === '' ? path : `${path}?${canonical}`,
      mayChooseEnd: mayChooseEnd(settings),
    }),
    estimate: estimate && compile(estimate),
    statement(body) {
      if (bodyAt < 0) return fixed
      const bound: Bindable[] = [...values]
      bound[bodyAt] = body ?? noBody
      return { ...fixed, values: bound }
    },
  }
}

const noBody = Buffer.alloc(0)

/** The protocol counts a statement's parameters with 16 bits. */
const MAX_VALUES = 65_535

const noSettings: Readonly<Record<string, string>> = {}

/** The search path of a request: its schema, then the project's extra ones. */
export const searchPathOf = (schema: string, settings: PlanOptions['settings']): string =>
  [schema, ...settings.extra_search_path].map((each) => quoteIdent(each)).join(', ')

/** The call of the project's pre-request function. */
export function preRequest(name: string, cache: SchemaCache): CallerStatement | undefined {
  if (name === '') return undefined
  const { text, values } = compile(preRequestSql(name))
  return { name: nameOf(text, cache), text, values }
}

/** Equal texts share a prepared statement until the schema changes. */
const nameOf = (text: string, { version }: SchemaCache) =>
  `r${version}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`

export type PlanCache<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  clear(): void
}

/**
 * Keeps between `capacity` and twice as many of the most recently used entries. Two generations
 * instead of a linked list: a hit costs one lookup, and nothing is moved.
 */
export function createPlanCache<Value>(capacity: number): PlanCache<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()

  function set(key: string, value: Value): void {
    if (young.size >= capacity) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  return {
    get(key) {
      const found = young.get(key)
      if (found !== undefined) return found
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    clear() {
      young = new Map()
      old = new Map()
    },
  }
}
