import { literal, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Column, Table } from '../model/model.ts'
import type { SelectedField } from '../request/collect-fields.ts'
import {
  aggregated,
  aggregateResultName,
  isAggregateOperator,
  type AggregateOperator,
} from '../schema/aggregate-types.ts'
import type { CompileContext } from './compile-context.ts'
import type { Source } from './source.ts'
import { comparable, jsonObject, type Entry } from './values.ts'

const FUNCTIONS: Readonly<Record<AggregateOperator, Sql>> = {
  sum: rawSql('sum'),
  avg: rawSql('avg'),
  min: rawSql('min'),
  max: rawSql('max'),
}

/** The `aggregate` of a connection, over the rows of the surrounding statement. */
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
      return [key, isAggregateOperator(name) ? resultSql(name, selected) : typeNameSql(type)]
    }),
  )

  function resultSql(operator: AggregateOperator, selected: SelectedField): Sql {
    const result = aggregateResultName(table, operator)
    const columns = aggregated(table, operator)
    return jsonObject(
      context.fields(result, selected).map(({ key, name }): Entry => {
        const column = columns.find((candidate) => candidate.field === name)
        if (!column) return [key, typeNameSql(result)]
        // As in pg_graphql, sums and averages are plain numbers even if the column's values are
        // text.
        return [key, callSql(operator, column, source)]
      }),
    )
  }
}

function callSql(operator: AggregateOperator, { name, type }: Column, source: Source): Sql {
  const value = comparable(source.column(name), type)
  // An average of floats would lose digits that an average of numerics keeps.
  if (operator === 'avg') return sql`avg(${value}::pg_catalog.numeric)`
  // Postgres has other names for minimum and maximum of booleans.
  if (type.item === 'Boolean' && operator === 'min') return sql`bool_and(${value})`
  if (type.item === 'Boolean' && operator === 'max') return sql`bool_or(${value})`
  return sql`${FUNCTIONS[operator]}(${value})`
}

const typeNameSql = (type: string): Sql => sql`${literal(type)}::pg_catalog.text`
