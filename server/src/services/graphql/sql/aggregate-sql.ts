import { literal, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Table } from '../model/model.ts'
import type { SelectedField } from '../request/collect-fields.ts'
import { aggregated } from '../schema/aggregate-types.ts'
import type { CompileContext } from './compile-context.ts'
import type { Source } from './source.ts'
import { comparable, jsonObject, renderValue, type Entry } from './values.ts'

const FUNCTIONS: Readonly<Record<string, Sql>> = {
  sum: rawSql('sum'),
  avg: rawSql('avg'),
  min: rawSql('min'),
  max: rawSql('max'),
}

/** The `aggregate` of a connection, over the rows of the statement it stands in. */
export function aggregateSql(
  { table, source }: { readonly table: Table; readonly source: Source },
  field: SelectedField,
  context: CompileContext,
): Sql {
  const type = `${table.type}Aggregate`
  return jsonObject(
    context.fields(type, field).map((selected): Entry => {
      const { key, name } = selected
      if (name === 'count') return [key, sql`count(*)`]
      const call = FUNCTIONS[name]
      return [key, call ? resultSql(name, call, selected) : typeNameSql(type)]
    }),
  )

  function resultSql(operator: string, call: Sql, selected: SelectedField): Sql {
    const result = `${table.type}${operator[0]?.toUpperCase()}${operator.slice(1)}AggregateResult`
    const columns = aggregated(table, operator)
    return jsonObject(
      context.fields(result, selected).map(({ key, name }): Entry => {
        const column = columns.find((candidate) => candidate.field === name)
        if (!column) return [key, typeNameSql(result)]
        const value = sql`${call}(${comparable(source.column(column.name), column.type)})`
        // As pg_graphql answers: sums and the like are plain numbers, also where a column's are text.
        return [key, typeof column.type.item === 'string' ? value : renderValue(value, column.type)]
      }),
    )
  }
}

const typeNameSql = (type: string): Sql => sql`${literal(type)}::pg_catalog.text`
