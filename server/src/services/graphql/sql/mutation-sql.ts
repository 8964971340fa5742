import { emptySql, ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import { badInput } from '../errors.ts'
import type { Column, Table } from '../model/model.ts'
import type { SelectedField } from '../request/collect-fields.ts'
import { listed } from '../request/listed.ts'
import type { Arguments, CompileContext } from './compile-context.ts'
import { conflictSql } from './conflict-sql.ts'
import { filterSql } from './filter-sql.ts'
import { nodeSql } from './node-sql.ts'
import { aliasSource, returningSource, tableSql } from './source.ts'
import { bindValue, jsonObject, type Entry } from './values.ts'

export type Mutation = {
  readonly kind: 'insert' | 'update' | 'delete'
  readonly table: Table
  readonly field: SelectedField
}

const CHANGED = 'changed'
const MAX_OBJECTS = 5000

/**
 * One change as a separate statement: the data-modifying part, the selection from its records, and
 * the check that undoes it if it touched more than `atMost` records.
 */
export function mutationSql(mutation: Mutation, context: CompileContext): Sql {
  const { kind, table, field } = mutation
  const given = context.arguments('Mutation', field)
  const target = context.nextAlias()
  const atMost = atMostOf(kind, given)
  const objects = kind === 'insert' ? objectsOf(given) : []
  const { answer, returning } = responseSql(mutation, context, {
    target,
    around: atMost ?? objects.length,
  })
  const change = { target, given, context, objects }
  const body = CHANGES[kind](table, change)
  const checked =
    atMost === undefined
      ? answer
      : sql`case
          when (select count(*) from ${ident(CHANGED)}) > ${atMost}::pg_catalog.int8
          then extensions.graphql_refuse(${literal(`${kind} impacts too many records`)})
          else ${answer}
        end`
  return sql`with ${ident(CHANGED)} as (${body} returning ${returning}) select (${checked})::pg_catalog.text`
}

function atMostOf(kind: Mutation['kind'], given: Arguments): number | undefined {
  if (kind === 'insert') return undefined
  const { atMost } = given
  if (typeof atMost !== 'number' || atMost < 0)
    throw badInput(
      'atMost must not be negative.',
      'Set atMost to the most records that may change.',
    )
  return atMost
}

type Input = Readonly<Record<string, unknown>>

function objectsOf({ objects }: Arguments): readonly Input[] {
  const list = listed(objects).filter(isInput)
  if (list.length === 0)
    throw badInput('At least one record must be provided to objects', 'Add a record to objects.')
  if (list.length > MAX_OBJECTS)
    throw badInput(
      `objects contains more than ${MAX_OBJECTS} records.`,
      'Insert them in several requests.',
    )
  return list
}

type MutationParts = {
  readonly target: string
  readonly given: Arguments
  readonly context: CompileContext
  readonly objects: readonly Input[]
}

const CHANGES: Readonly<Record<Mutation['kind'], (table: Table, change: MutationParts) => Sql>> = {
  insert: insertSql,
  update: updateSql,
  delete: (table, change) =>
    sql`delete from ${tableSql(table)} as ${ident(change.target)}${whereSql(table, change)}`,
}

function insertSql(
  table: Table,
  { target, objects, given: { onConflict }, context }: MutationParts,
): Sql {
  const isGiven = ({ field }: Column) => objects.some((object) => object[field] !== undefined)
  const given = table.insertable.filter(isGiven)
  // An insert with only defaults still has to name a column.
  const columns = given.length > 0 ? given : table.insertable.slice(0, 1)
  const rows = objects.map((object) => {
    const values = columns.map(({ field, type }) =>
      object[field] === undefined ? sql`default` : bindValue(object[field], type),
    )
    return sql`(${joinSql(values)})`
  })
  const names = joinSql(columns.map(({ name }) => ident(name)))
  const conflict = conflictSql(onConflict, { table, target, role: context.role })
  return sql`insert into ${tableSql(table)} as ${ident(target)} (${names})
    values ${joinSql(rows)}${conflict}`
}

function updateSql(table: Table, change: MutationParts): Sql {
  const input = inputOf(change.given['set'])
  const values = table.updatable.flatMap(({ name, field, type }) =>
    input[field] === undefined ? [] : [sql`${ident(name)} = ${bindValue(input[field], type)}`],
  )
  if (values.length === 0)
    throw badInput(
      'At least one mapping must be provided to set argument',
      'Add a column with its new value to set.',
    )
  return sql`update ${tableSql(table)} as ${ident(change.target)}
    set ${joinSql(values)}${whereSql(table, change)}`
}

const inputOf = (value: unknown): Input => (isInput(value) ? value : {})
const isInput = (value: unknown): value is Input => typeof value === 'object' && value !== null

function whereSql(table: Table, { target, given, context }: MutationParts): Sql {
  const scope = { table, source: aliasSource(target), role: context.role }
  const condition = filterSql(given['filter'], scope)
  return condition ? sql` where ${condition}` : emptySql
}

/** The response object, and the columns that the statement must return for it. */
function responseSql(
  { kind, table, field }: Mutation,
  context: CompileContext,
  { target, around }: { readonly target: string; readonly around: number },
): { readonly answer: Sql; readonly returning: Sql } {
  const type = `${table.type}${kind[0]?.toUpperCase()}${kind.slice(1)}Response`
  const alias = context.nextAlias()
  const { source, returning } = returningSource(target, alias)
  const entries = context.fields(type, field).map((selected): Entry => {
    const { key, name } = selected
    if (name === 'affectedCount') return [key, sql`(select count(*) from ${ident(CHANGED)})`]
    if (name === '__typename') return [key, sql`${literal(type)}::pg_catalog.text`]
    const most = context.budget.addRecords(1, around)
    const node = nodeSql({ table, source, around: most }, selected, context)
    const from = sql`from ${ident(CHANGED)} as ${ident(alias)}`
    return [key, sql`(select coalesce(json_agg(${node}), '[]') ${from})`]
  })
  const columns = returning()
  return {
    answer: jsonObject(entries),
    returning: columns.length > 0 ? joinSql(columns) : sql`1 as ${ident('one')}`,
  }
}
