import { createHash } from 'node:crypto'
import { compile, quoteIdent, type Bindable } from '../../postgres/sql.ts'
import type { CallerStatement } from '../../postgres/database.ts'
import type { Plan } from './plan/plan.ts'
import type { ApiRequest } from './request/api-request.ts'
import { createResponder, type Responder } from './response/respond.ts'
import type { SchemaCache } from './schema/schema-cache.ts'
import { renderStatement } from './sql/statement-sql.ts'
import { BODY } from './sql/write-sql.ts'

/** A request shape worked out to the end: what to run and how to answer. Bodies and callers vary. */
export type ReadyPlan = {
  readonly isReadOnly: boolean
  readonly searchPath: string
  readonly timezone: string | undefined
  readonly isHead: boolean
  readonly respond: Responder
  readonly estimate: CallerStatement | undefined
  statement(body: string | undefined): CallerStatement
}

export function createReadyPlan(
  plan: Plan,
  request: ApiRequest,
  context: { readonly cache: SchemaCache; readonly extraSearchPath: readonly string[] },
): ReadyPlan {
  const { main, estimate } = renderStatement(plan)
  const { text, values } = compile(main)
  const name = nameOf(text, context.cache)
  const bodyAt = values.indexOf(BODY)
  const fixed: CallerStatement = { name, text, values }
  const { canonical } = request.query
  const path = `/${encodeURIComponent(request.target.name)}`
  return {
    isReadOnly: plan.isReadOnly,
    isHead: request.method === 'HEAD',
    timezone: plan.preferences.timezone,
    searchPath: [...new Set([plan.schema, ...context.extraSearchPath])]
      .map((schema) => quoteIdent(schema))
      .join(', '),
    respond: createResponder(plan, {
      profile: request.isProfileGiven ? plan.schema : undefined,
      contentLocation: canonical === '' ? path : `${path}?${canonical}`,
    }),
    estimate: estimate && compile(estimate),
    statement(body) {
      if (bodyAt < 0) return fixed
      const bound: Bindable[] = [...values]
      bound[bodyAt] = body ?? ''
      return { name, text, values: bound }
    },
  }
}

/** The same text is the same prepared statement, until the schema changes under it. */
const nameOf = (text: string, { version }: SchemaCache) =>
  `r${version}_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
