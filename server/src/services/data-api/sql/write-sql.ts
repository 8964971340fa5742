import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { TargetColumn, WritePlan } from '../plan/plan.ts'
import { renderCondition, renderWhere } from './condition-sql.ts'

/** Placeholder for the request's body among the values of a statement that is planned once. */
export const BODY = 'the body\0'

/** Distinguishes inserted rows from merged rows. */
export const INSERTED = 'pgrst_inserted'

/**
 * The same by a transaction setting, which counts up for each given row and down for each merged
 * one.
 */
export const COUNTED = sql`coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::integer`
const count = (step: 1 | -1): Sql =>
  sql`set_config('pgrst.inserted', (${COUNTED} + ${rawSql(`${step}`)})::text, true) is not null`

/**
 * The write itself. It returns the columns that the response needs, and always a row for each
 * changed one.
 */
export function renderWrite(plan: WritePlan): Sql {
  const target = sql`${ident(plan.into.schema, plan.into.name)} as ${ident(plan.alias)}`
  const returning = sql` returning ${renderReturning(plan)}`
  switch (plan.kind) {
    case 'insert':
      return sql`insert into ${target}${renderInsert(plan)}${renderConflict(plan)}${returning}`
    case 'update': {
      // An update without columns changes nothing, but its result has the same shape.
      if (plan.columns.length === 0)
        return sql`select ${renderReturning(plan)} from ${target} where false`
      const set = plan.columns.map(({ name }) => sql`${ident(name)} = ${ident('pgrst_body', name)}`)
      const where = renderWhere(
        plan.conditions.map((condition) => renderCondition(condition, plan.alias)),
      )
      return sql`update ${target} set ${joinSql(set)} from (${renderBodyRows(plan)} limit 1) as "pgrst_body"${where}${returning}`
    }
    case 'delete': {
      const where = renderWhere(
        plan.conditions.map((condition) => renderCondition(condition, plan.alias)),
      )
      return sql`delete from ${target}${where}${returning}`
    }
  }
}

type BodyPlan = Extract<WritePlan, { kind: 'insert' | 'update' }>
type InsertPlan = Extract<WritePlan, { kind: 'insert' }>

function renderReturning(plan: WritePlan): Sql {
  const columns = plan.returning.map((name) => ident(plan.alias, name))
  if (plan.kind === 'insert' && plan.countsInserted === 'by-version')
    columns.push(sql`(${ident(plan.alias, 'xmax')} = 0) as ${ident(INSERTED)}`)
  return columns.length === 0 ? sql`1 as "pgrst_row"` : joinSql(columns)
}

function renderInsert(plan: InsertPlan): Sql {
  const names = joinSql(plan.columns.map(({ name }) => ident(name)))
  const isCounting = plan.countsInserted === 'by-setting'
  const conditions = [
    ...plan.conditions.map((condition) => renderCondition(condition, 'pgrst_body')),
    ...(isCounting ? [count(1)] : []),
  ]
  const where = renderWhere(conditions)
  if (plan.columns.length === 0) {
    const rows = plan.hasBodyList
      ? sql`select from json_array_elements(${BODY}::json)`
      : sql`select`
    // Postgres rejects conditions on columns that the body does not have.
    return conditions.length === 0
      ? sql` ${rows}`
      : sql` select from (${rows}) as "pgrst_body"${where}`
  }
  const rows = renderBodyRows(plan)
  if (conditions.length === 0) return sql` (${names}) ${rows}`
  return sql` (${names}) select ${names} from (${rows}) as "pgrst_body"${where}`
}

function renderConflict({ conflict, columns, countsInserted }: InsertPlan): Sql {
  if (!conflict) return emptySql
  const target = joinSql(conflict.columns.map((name) => ident(name)))
  if (!conflict.isMerged || columns.length === 0) return sql` on conflict (${target}) do nothing`
  const set = columns.map(({ name }) => sql`${ident(name)} = excluded.${ident(name)}`)
  const where = countsInserted === 'by-setting' ? renderWhere([count(-1)]) : emptySql
  return sql` on conflict (${target}) do update set ${joinSql(set)}${where}`
}

/** The body's objects as rows of the columns' types; Postgres converts every value. */
function renderBodyRows({ columns, hasBodyList, isMissingDefault }: BodyPlan): Sql {
  const types = joinSql(columns.map(renderType))
  if (isMissingDefault) return renderRowsWithDefaults(columns, types, hasBodyList)
  const names = joinSql(columns.map(renderNamedValue))
  const read = hasBodyList ? sql`json_to_recordset` : sql`json_to_record`
  return sql`select ${names} from ${read}(${BODY}::json) as "_" (${types})`
}

// A domain with its own cast from JSON is given JSON.
const renderType = ({ name, type, fromJson }: TargetColumn): Sql =>
  fromJson ? sql`${ident(name)} json` : sql`${ident(name)} ${rawSql(type)}`

const renderValue = ({ name, fromJson }: TargetColumn): Sql =>
  fromJson ? sql`${ident(fromJson.schema, fromJson.name)}(${ident('_', name)})` : ident('_', name)

const renderNamedValue = (column: TargetColumn): Sql =>
  column.fromJson ? sql`${renderValue(column)} as ${ident(column.name)}` : renderValue(column)

// Defaults are only evaluated for objects without the key, so that sequences are not used up.
function renderRowsWithDefaults(
  columns: readonly TargetColumn[],
  types: Sql,
  hasBodyList: boolean,
): Sql {
  const values = columns.map((column) =>
    column.default === null
      ? renderNamedValue(column)
      : sql`case when "pgrst_item"."value" ? ${column.name}::text then ${renderValue(column)} else ${rawSql(column.default)} end as ${ident(column.name)}`,
  )
  const items = hasBodyList
    ? sql`jsonb_array_elements(${BODY}::json::jsonb)`
    : sql`(select ${BODY}::json::jsonb)`
  return sql`select ${joinSql(values)} from ${items} as "pgrst_item" ("value"), lateral jsonb_to_record("pgrst_item"."value") as "_" (${types})`
}
