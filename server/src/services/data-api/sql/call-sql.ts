import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { CallPlan } from '../plan/plan.ts'
import { BODY } from './write-sql.ts'

/** The one column of a function that returns no named ones. */
export const SCALAR = 'pgrst_scalar'

/** The function called in a FROM clause, where it always runs and its rows stream. */
export function renderCall(plan: CallPlan): Sql {
  const { routine, alias } = plan
  const name = ident(routine.schema, routine.name)
  const rows = routine.returns === 'rows'
  const select = rows ? renderRow(plan) : ident(alias, SCALAR)
  const as = rows ? ident(alias) : sql`${ident(alias)} (${ident(SCALAR)})`
  if (plan.arguments.kind === 'body' && plan.arguments.given.length > 0) {
    const { given } = plan.arguments
    const types = given.map((argument) => sql`${ident(argument.name)} ${rawSql(argument.type)}`)
    const list = given.map((argument) => pass(argument, ident('pgrst_arguments', argument.name)))
    return sql`select ${select} from json_to_record(${BODY}::json) as "pgrst_arguments" (${joinSql(types)}), lateral ${name}(${joinSql(list)}) as ${as}`
  }
  return sql`select ${select} from ${name}(${renderArguments(plan)}) as ${as}`
}

const renderRow = ({ alias, computed }: CallPlan): Sql =>
  joinSql([sql`${ident(alias)}.*`, ...computed.map((name) => ident(alias, name))])

function renderArguments({ arguments: list }: CallPlan): Sql {
  if (list.kind === 'whole-body') return sql`${BODY}::${rawSql(list.type)}`
  if (list.kind === 'body') return joinSql([])
  return joinSql(
    list.given.map((argument) => pass(argument, sql`${argument.value}::${rawSql(argument.type)}`)),
  )
}

const pass = (argument: { readonly name: string; readonly isVariadic: boolean }, value: Sql) =>
  argument.isVariadic
    ? sql`variadic ${ident(argument.name)} => ${value}`
    : sql`${ident(argument.name)} => ${value}`
