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
    const types = given.map(({ name: key, type }) => sql`${ident(key)} ${rawSql(unbounded(type))}`)
    const list = given.map((argument) => pass(argument, ident('pgrst_arguments', argument.name)))
    const object = plan.arguments.isList ? sql`${BODY}::json -> 0` : sql`${BODY}::json`
    return sql`select ${select} from json_to_record(${object}) as "pgrst_arguments" (${joinSql(types)}), lateral ${name}(${joinSql(list)}) as ${as}`
  }
  return sql`select ${select} from ${name}(${renderArguments(plan)}) as ${as}`
}

const renderRow = ({ alias, computed }: CallPlan): Sql =>
  joinSql([sql`${ident(alias)}.*`, ...computed.map((name) => ident(alias, name))])

function renderArguments({ arguments: list }: CallPlan): Sql {
  if (list.kind === 'whole-body') return sql`${BODY}::${rawSql(list.type)}`
  if (list.kind === 'body') return joinSql([])
  return joinSql(
    list.given.map((argument) =>
      pass(argument, sql`${argument.value}::${rawSql(unbounded(argument.type))}`),
    ),
  )
}

/** Types of one letter or bit by themselves: an argument's is of any length. */
const BOUNDED = /^(character|bit)(\[\])?$/
const unbounded = (type: string): string => type.replace(BOUNDED, '$1 varying$2')

const pass = (argument: { readonly name: string; readonly isVariadic: boolean }, value: Sql) =>
  argument.isVariadic
    ? sql`variadic ${ident(argument.name)} => ${value}`
    : sql`${ident(argument.name)} => ${value}`
