import { emptySql, ident, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Body } from '../plan/media.ts'
import type { Plan } from '../plan/plan.ts'
import { SCALAR } from './call-sql.ts'

/** The rows of the response, as named in the statement's FROM clause. */
export const PAGE = ident('pgrst_page')

/** The expression that makes the response body from the page's rows. */
export function renderBody(plan: Plan, isScalar: boolean): Sql {
  const { body } = plan.media
  // One object that holds several values is a row of its only column.
  const isRow = !isScalar || (body.kind === 'object' && isSet(plan))
  const row = isRow ? sql`${PAGE}.*` : ident('pgrst_page', SCALAR)
  switch (body.kind) {
    case 'csv':
      return renderCsv()
    case 'plain':
      return renderPlain(body, row)
    case 'aggregate': {
      // An aggregate over one relation's rows gets them in the relation's own type.
      const type = body.rowsOf ? sql`::${ident(body.rowsOf.schema, body.rowsOf.name)}` : emptySql
      const taken = isScalar && !isSet(plan) ? row : sql`${PAGE}${type}`
      const made = sql`${ident(body.routine.schema, body.routine.name)}(${taken})`
      return body.isBinary ? renderBinary(made) : renderText(made)
    }
    case 'geo-json': {
      const { routine } = body
      const made = routine ? ident(routine.schema, routine.name) : rawSql('st_asgeojson')
      return sql`json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(${made}(${PAGE}.*)::json), '[]'))`
    }
    default:
      // Domains have functions of that name for their own values.
      return isScalar && !body.isNullsStripped && isOneForSure(plan)
        ? sql`coalesce(pg_catalog.to_json(${row}), 'null')`
        : renderJson(plan, body, row)
  }
}

const isSet = (plan: Plan): boolean => plan.kind !== 'call' || plan.call.routine.isSet

/** Whether a function's single value needs no aggregation for any selection. */
function isOneForSure(plan: Plan): boolean {
  if (plan.kind !== 'call' || plan.call.routine.isSet) return false
  const { call, read } = plan
  const isFromList = call.arguments.kind === 'body' && call.arguments.isList
  const isLimited = (read.limit ?? Infinity) !== Infinity || read.offset > 0
  return !isFromList && !isLimited && read.conditions.length === 0 && read.embeds.length === 0
}

/** Whether a body uses its page twice. */
export const needsPageTwice = ({ media }: Plan): boolean => media.body.kind === 'csv'

function renderJson(plan: Plan, body: Extract<Body, { kind: 'json' | 'object' }>, row: Sql): Sql {
  const all = sql`json_agg(${row})`
  const list = body.isNullsStripped ? sql`json_strip_nulls(${all})` : all
  const isOne = body.kind === 'object' || !isSet(plan)
  return isOne ? sql`coalesce(${list} -> 0, 'null')` : sql`coalesce(${list}, '[]')`
}

const renderPlain = ({ isBinary }: { readonly isBinary: boolean }, value: Sql): Sql =>
  isBinary
    ? renderBinary(sql`string_agg(${value}, '')`)
    : sql`coalesce(string_agg(${renderText(value)}, ''), '')`

/**
 * A value as its type's output function prints it. A cast would differ: it drops the first empty
 * line of XML.
 */
const renderText = (value: Sql): Sql => sql`concat(${value})`

/** Bytes are sent as hexadecimal digits, independent of the caller's `bytea_output`. */
const renderBinary = (value: Sql): Sql => sql`coalesce(encode(${value}, 'hex'), '')`

// A row's own text form is CSV in parentheses.
function renderCsv(): Sql {
  const header = sql`(select coalesce(string_agg("key", ','), '') from json_object_keys((select row_to_json("first".*) from ${PAGE} as "first" limit 1)) as "key")`
  const line = sql`substr(${PAGE}::text, 2, length(${PAGE}::text) - 2)`
  return sql`${header} || chr(10) || coalesce(string_agg(${line}, chr(10)), '')`
}

/** The execution plan of a statement instead of its result. */
export function renderExplain(plan: Plan, statement: Sql): Sql {
  const { explain } = plan.media
  if (!explain) return statement
  const options = [...explain.options, `format ${explain.format}`].join(', ')
  return sql`explain (${rawSql(options)}) ${statement}`
}
