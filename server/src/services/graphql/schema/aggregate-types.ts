import {
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
  type GraphQLScalarType,
} from 'graphql'
import type { Column, ScalarName, Table } from '../model/model.ts'
import type { Scalars } from './scalars.ts'
import { isOrderable, type ValueFilters } from './value-filters.ts'

type Shared = { readonly scalars: Scalars; readonly filters: ValueFilters }

const SUMS: Partial<Record<ScalarName, ScalarName>> = {
  Int: 'BigInt',
  BigInt: 'BigFloat',
  Float: 'Float',
  BigFloat: 'BigFloat',
}

const isNumber = ({ type }: Column) =>
  !type.isList && typeof type.item === 'string' && SUMS[type.item] !== undefined

/** Columns an aggregate can be taken of. */
export const aggregated = (table: Table, operator: string): readonly Column[] => {
  if (operator === 'sum' || operator === 'avg') return table.columns.filter(isNumber)
  return table.columns.filter(
    ({ type }) => isOrderable(type) && type.item !== 'Boolean' && type.item !== 'UUID',
  )
}

/** The `aggregate` field of a connection: over everything its filter lets through, not one page. */
export function aggregateField(table: Table, shared: Shared): GraphQLFieldConfig<unknown, unknown> {
  const { scalars, filters } = shared
  const results = ['sum', 'avg', 'min', 'max'].flatMap((operator) => {
    const columns = aggregated(table, operator)
    if (columns.length === 0) return []
    const typeOf = ({ type }: Column): GraphQLScalarType | ReturnType<typeof filters.itemType> => {
      if (operator === 'avg') return scalars.BigFloat
      const sum = typeof type.item === 'string' ? SUMS[type.item] : undefined
      return operator === 'sum' && sum ? scalars[sum] : filters.itemType(type.item)
    }
    const result = new GraphQLObjectType({
      name: `${table.type}${operator[0]?.toUpperCase()}${operator.slice(1)}AggregateResult`,
      description: `Result of the ${operator} aggregate for \`${table.type}\``,
      fields: Object.fromEntries(columns.map((column) => [column.field, { type: typeOf(column) }])),
    })
    return [[operator, { type: result }] as const]
  })
  return {
    description: `Aggregate functions calculated on the collection of \`${table.type}\``,
    type: new GraphQLObjectType({
      name: `${table.type}Aggregate`,
      fields: {
        count: {
          description: 'The number of records matching the `filter` criteria',
          type: new GraphQLNonNull(GraphQLInt),
        },
        ...Object.fromEntries(results),
      },
    }),
  }
}
