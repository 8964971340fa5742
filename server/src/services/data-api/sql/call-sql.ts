import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { CallPlan } from '../plan/plan.ts'
import { BODY } from './write-sql.ts'

/** The name of the single column of a function that returns no named columns. */
export const SCALAR = 'pgrst_scalar'

/** The function called in a FROM clause, where it always runs and its rows stream. */
export function renderCall(plan: CallPlan): Sql {
  const { routine, alias, arguments: list } = plan
  const select = routine.returns === 'rows' ? renderRow(plan) : ident(alias, SCALAR)
  if ((list.kind === 'body' || list.kind === 'form') && list.given.length > 0)
    return sql`select ${select} from ${renderBodyArguments(list)}, lateral ${renderCalled(plan)}`
  return sql`select ${select} from ${renderCalled(plan)}`
}

/** The columns of a record are only known once it exists, so it is a value and not rows. */
function renderCalled({ routine, alias, arguments: list }: CallPlan): Sql {
  const called = sql`${ident(routine.schema, routine.name)}(${renderArguments(list)})`
  if (routine.returns === 'rows') return sql`${called} as ${ident(alias)}`
  if (routine.isRecord) return sql`(select ${called} as ${ident(SCALAR)}) as ${ident(alias)}`
  return sql`${called} as ${ident(alias)} (${ident(SCALAR)})`
}

const renderRow = ({ alias, computed }: CallPlan): Sql =>
  joinSql([sql`${ident(alias)}.*`, ...computed.map((name) => ident(alias, name))])

type Arguments = CallPlan['arguments']
type InBody = Extract<Arguments, { readonly kind: 'body' | 'form' }>

/** A JSON body's keys as columns. Each field of a form is the list of its values. */
function renderBodyArguments(list: InBody): Sql {
  const isForm = list.kind === 'form'
  const types = list.given.map(
    ({ name, type }) => sql`${ident(name)} ${rawSql(isForm ? 'text[]' : unbounded(type))}`,
  )
  const object = list.kind === 'body' && list.isList ? sql`${BODY}::json -> 0` : sql`${BODY}::json`
  return sql`json_to_record(${object}) as ${ARGUMENTS} (${joinSql(types)})`
}

function renderArguments(list: Arguments): Sql {
  switch (list.kind) {
    case 'whole-body':
      // Bytes are bound in binary, which for jsonb is another format than text.
      return list.type === 'jsonb' ? sql`${BODY}::json::jsonb` : sql`${BODY}::${rawSql(list.type)}`
    case 'body':
      return joinSql(list.given.map((argument) => pass(argument, given(argument.name))))
    case 'form':
      return joinSql(list.given.map((argument) => pass(argument, renderField(argument))))
    case 'values':
      return joinSql(
        list.given.map((argument) =>
          pass(argument, sql`${argument.value}::${rawSql(unbounded(argument.type))}`),
        ),
      )
  }
}

/** The last of several values of a field counts, unless the argument is variadic. */
function renderField({ name, type, isVariadic }: InBody['given'][number]): Sql {
  const values = given(name)
  const value = isVariadic ? values : sql`(${values})[array_upper(${values}, 1)]`
  return sql`${value}::${rawSql(unbounded(type))}`
}

const ARGUMENTS = ident('pgrst_arguments')
const given = (name: string): Sql => ident('pgrst_arguments', name)

/**
 * Types that mean a single character or bit if they have no length; an argument can have any
 * length.
 */
const BOUNDED = /^(character|bit)(\[\])?$/
const unbounded = (type: string): string => type.replace(BOUNDED, '$1 varying$2')

const pass = (argument: { readonly name: string; readonly isVariadic: boolean }, value: Sql) =>
  argument.isVariadic
    ? sql`variadic ${ident(argument.name)} => ${value}`
    : sql`${ident(argument.name)} => ${value}`
