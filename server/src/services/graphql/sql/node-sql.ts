import { ident, joinSql, literal, sql, type Sql } from '../../../postgres/sql.ts'
import type { Relationship, Routine, Table } from '../model/model.ts'
import type { SelectedField } from '../request/collect-fields.ts'
import { tableRows, type CompileContext, type FieldPosition } from './compile-context.ts'
import { nodeIdSql } from './keys.ts'
import { routineRows } from './routine-rows.ts'
import { aliasSource, tableSql, type Source } from './source.ts'
import { jsonObject, renderValue, type Entry } from './values.ts'

type Node = { readonly table: Table; readonly source: Source; readonly around: number }

/** A record as the requested JSON object. */
export function nodeSql(
  { table, source, around }: Node,
  field: Pick<SelectedField, 'selectionSets'>,
  context: CompileContext,
): Sql {
  const type = table.type
  const entries = context.fields(type, field).map((selected): Entry => {
    const position = { type, field: selected, around }
    return [selected.key, fieldSql({ table, source, around }, position, context)]
  })
  return jsonObject(entries)
}

function fieldSql({ table, source }: Node, position: FieldPosition, context: CompileContext): Sql {
  const { type, field, around } = position
  const meaning = context.operation.meanings.get(type, field.name)
  switch (meaning?.kind) {
    case 'node-id':
      return nodeIdSql(table, source)
    case 'column':
      return renderValue(source.column(meaning.column.name), meaning.column.type)
    case 'relationship':
      return relationshipSql(meaning.relationship, { table, source, around }, position, context)
    case 'routine':
      return computedSql(meaning.routine, source, position, context)
    default:
      // A record of a table that the document does not name has its id and `__typename`.
      if (field.name === 'nodeId') return nodeIdSql(table, source)
      return sql`${literal(table.type)}::pg_catalog.text`
  }
}

function relationshipSql(
  ...[{ target, columns, isToMany }, { source }, position, context]: [
    Relationship,
    Node,
    FieldPosition,
    CompileContext,
  ]
): Sql {
  const join = (far: Source) =>
    columns.map(([near, other]) => sql`${far.column(other)} = ${source.column(near)}`)
  const from = (alias: string) => sql`${tableSql(target)} as ${ident(alias)}`
  if (isToMany) return context.collection(tableRows(target, from, join), position, context)
  const alias = context.nextAlias()
  const far = aliasSource(alias)
  const node = nodeSql(
    { table: target, source: far, around: position.around },
    position.field,
    context,
  )
  return sql`(select ${node} from ${from(alias)} where ${joinSql(join(far), ' and ')} limit 1)`
}

/** A field for a function that takes the record and returns a value, a record or a collection. */
function computedSql(
  ...[routine, source, position, context]: [Routine, Source, FieldPosition, CompileContext]
): Sql {
  const { returns } = routine
  const call = sql`${ident(routine.schema, routine.name)}(${source.row()})`
  if (returns.kind === 'value') return renderValue(call, returns.type)
  return rowsOrRow(routine, call, position, context)
}

/** A function that returns one record or a collection. */
export function rowsOrRow(
  ...[routine, call, position, context]: [Routine, Sql, FieldPosition, CompileContext]
): Sql {
  const { returns } = routine
  if (returns.kind === 'value') return renderValue(call, returns.type)
  const rows = routineRows(routine, call, returns.table)
  if (returns.kind === 'rows') return context.collection(rows, position, context)
  const alias = context.nextAlias()
  const source = rows.sourceOf(alias)
  const { table } = returns
  const node = nodeSql({ table, source, around: position.around }, position.field, context)
  return sql`(${rows.prelude ?? sql``}select ${node} from ${rows.from(alias)}
    where ${joinSql(rows.where(source), ' and ')} limit 1)`
}
