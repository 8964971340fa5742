import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Plan } from '../plan/plan.ts'
import { needsPageTwice, PAGE, renderBody, renderExplain } from './body-sql.ts'
import { renderCall } from './call-sql.ts'
import { renderLimit, renderRead, renderUnlimited } from './read-sql.ts'
import { COUNTED, INSERTED, renderWrite } from './write-sql.ts'

/**
 * The columns of the single row that every statement returns. Postgres pays for each, so unused
 * ones at the end are left out and read as null.
 */
const COLUMNS = [
  'page',
  'body',
  'headers',
  'status',
  'total',
  'took',
  'inserted',
  'location',
] as const

/** The column that holds how many seconds the statement took. */
export const TOOK_AT = COLUMNS.indexOf('took')

export type Rendered = {
  readonly main: Sql
  /** Returns the planner's estimate of the number of rows, as EXPLAIN prints it. */
  readonly estimate: Sql | undefined
}

const SOURCE = ident('pgrst_source')
const NULL = sql`null`
const TOOK = sql`date_part('epoch', clock_timestamp() - statement_timestamp())`

/**
 * One statement for a plan. It returns data, counts and the response settings of functions and
 * triggers in one row.
 */
export function renderStatement(plan: Plan): Rendered {
  const { main, estimate } = renderPlan(plan)
  return plan.media.explain
    ? { main: renderExplain(plan, main), estimate: undefined }
    : { main, estimate }
}

function renderPlan(plan: Plan): Rendered {
  if (plan.kind === 'read') return renderReadStatement(plan)
  if (plan.kind === 'write') return { main: renderWriteStatement(plan), estimate: undefined }
  return { main: renderCallStatement(plan), estimate: undefined }
}

function renderReadStatement(plan: Extract<Plan, { kind: 'read' }>): Rendered {
  const { read, preferences, maxRows } = plan
  const rows = renderUnlimited(read)
  const total = () => {
    if (preferences.count === 'exact') return sql`(select count(*) from (${rows}) as "pgrst_all")`
    // Few rows are counted; for many, the planner's estimate is used.
    if (preferences.count === 'estimated')
      return sql`(select count(*) from (${rows}${renderLimit({ limit: maxRows + 1, offset: 0 })}) as "pgrst_all")`
    return NULL
  }
  const isEstimated = preferences.count === 'planned' || preferences.count === 'estimated'
  const body = plan.isHead ? NULL : renderBody(plan, false)
  return {
    main: assemble({
      query: renderRead(read),
      total: total(),
      body,
      isTwice: needsPageTwice(plan),
    }),
    estimate: isEstimated ? sql`explain (format json) ${rows}` : undefined,
  }
}

function renderWriteStatement(plan: Extract<Plan, { kind: 'write' }>): Sql {
  const { write, preferences } = plan
  const isAnswered = preferences.representation === 'representation'
  const isRead = isAnswered || preferences.representation === 'headers-only'
  const query = isRead ? renderRead(plan.read, SOURCE) : sql`select from ${SOURCE}`
  const affected = sql`(select count(*) from ${SOURCE})`
  return assemble({
    source: renderWrite(write),
    query,
    total: plan.isPut ? affected : NULL,
    body: isAnswered ? renderBody(plan, false) : NULL,
    isTwice: isAnswered && needsPageTwice(plan),
    inserted: write.kind === 'insert' ? renderInserted(write.countsInserted) : NULL,
    location:
      write.kind === 'insert' &&
      preferences.representation === 'headers-only' &&
      plan.primaryKey.length > 0
        ? renderLocation(plan.primaryKey)
        : NULL,
    // An object means one written row, even if the row is not returned.
    refusals: renderRefusals(plan, affected, !plan.isPut),
  })
}

function renderInserted(way: 'by-version' | 'by-setting' | undefined): Sql {
  if (way === 'by-version') return sql`(select count(*) from ${SOURCE} where ${ident(INSERTED)})`
  return way === 'by-setting' ? COUNTED : NULL
}

function renderCallStatement(plan: Extract<Plan, { kind: 'call' }>): Sql {
  const { routine } = plan.call
  const isRows = routine.returns === 'rows'
  const query = renderRead(plan.read, SOURCE)
  const all = renderUnlimited(plan.read, SOURCE)
  const isEmpty = routine.returns === 'void' || plan.isHead
  const total =
    // The planner cannot estimate the rows that a function will return.
    plan.preferences.count === undefined || plan.preferences.count === 'planned'
      ? NULL
      : sql`(select count(*) from (${all}) as "pgrst_all")`
  return assemble({
    source: renderCall(plan.call),
    query,
    total,
    // A result that is not a set counts as one, even if filters remove it.
    ...(!routine.isSet && { page: sql`1` }),
    body: isEmpty ? NULL : renderBody(plan, !isRows),
    isTwice: !isEmpty && needsPageTwice(plan),
    refusals: renderRefusals(
      plan,
      sql`(select count(*) from ${SOURCE})`,
      routine.isSet && !plan.isReadOnly,
    ),
  })
}

type Parts = {
  readonly source?: Sql
  readonly query: Sql
  readonly total: Sql
  /** The number of returned rows, where they are not counted. */
  readonly page?: Sql
  readonly body: Sql
  /** The body uses both the page's rows and its first row. */
  readonly isTwice: boolean
  readonly inserted?: Sql
  readonly location?: Sql
  readonly refusals?: readonly Sql[]
}

function assemble(parts: Parts): Sql {
  const columns = [
    parts.page ?? sql`count(*)`,
    parts.body,
    // Evaluated after the rows, so that functions and triggers have set their values.
    sql`current_setting('response.headers', true)`,
    sql`current_setting('response.status', true)`,
    parts.total,
    TOOK,
    parts.inserted ?? NULL,
    parts.location ?? NULL,
  ]
  while (columns.at(-1) === NULL) columns.pop()
  const named = columns.map((column, index) => sql`${column} as ${rawSql(COLUMNS[index] ?? '')}`)
  // These return null or fail.
  named.push(...(parts.refusals ?? []))
  const expressions = [
    ...(parts.source ? [sql`${SOURCE} as (${parts.source})`] : []),
    ...(parts.isTwice ? [sql`${PAGE} as (${parts.query})`] : []),
  ]
  const head = expressions.length === 0 ? emptySql : sql`with ${joinSql(expressions)} `
  const from = parts.isTwice ? PAGE : sql`(${parts.query}) as ${PAGE}`
  return sql`${head}select ${joinSql(named)} from ${from}`
}

function renderLocation(primaryKey: readonly string[]): Sql {
  const pairs = primaryKey.map((name) => sql`${name}::text, ${ident(name)}`)
  // The Location header needs exactly one row. Keys are texts, so that no number is rounded.
  return sql`case when (select count(*) from ${SOURCE}) = 1 then (select json_object_agg("key", "value") from json_each_text((select json_build_object(${joinSql(pairs)}) from ${SOURCE}))) end`
}

/** Fails the transaction if the number of written rows is not what the request allows. */
function renderRefusals(plan: Plan, affected: Sql, isChecked: boolean): readonly Sql[] {
  const refusals: Sql[] = []
  if (plan.maxAffected !== undefined)
    refusals.push(
      sql`case when ${affected} > ${plan.maxAffected}::bigint then ${refuse({
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: sql`'The query affects ' || ${affected} || ' rows'`,
        status: 400,
      })} end`,
    )
  if (plan.media.body.kind === 'object' && isChecked)
    refusals.push(
      sql`case when count(*) <> 1 then ${refuse({
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: sql`'The result contains ' || count(*) || ' rows'`,
        status: 406,
      })} end`,
    )
  return refusals
}

const refuse = (options: { code: string; message: string; details: Sql; status: number }): Sql =>
  sql`extensions.pgrst_refuse(json_build_object('code', ${options.code}::text, 'message', ${options.message}::text, 'details', ${options.details}), json_build_object('status', ${options.status}::integer, 'headers', json_build_object()))`
