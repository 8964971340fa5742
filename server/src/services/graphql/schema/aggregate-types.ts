import {
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
  type GraphQLScalarType,
} from 'graphql'
import type { Column, ScalarName, Table } from '../model/model.ts'
import type { Scalars } from './scalars.ts'

type Shared = { readonly scalars: Scalars }
type Field = GraphQLFieldConfig<unknown, unknown>

const NUMBERS: ReadonlySet<unknown> = new Set(['Int', 'BigInt', 'Float', 'BigFloat'])
const COMPARED: ReadonlySet<unknown> = new Set([
  ...NUMBERS,
  'String',
  'Boolean',
  'Date',
  'Time',
  'Datetime',
])

/** The operators of an aggregate, their descriptions, and the columns they accept. */
const OPERATORS = {
  sum: { name: 'The sum', of: NUMBERS, kind: 'numeric' },
  avg: { name: 'The average', of: NUMBERS, kind: 'numeric' },
  min: { name: 'The least', of: COMPARED, kind: 'comparable' },
  max: { name: 'The greatest', of: COMPARED, kind: 'comparable' },
} as const

export type AggregateOperator = keyof typeof OPERATORS

export const isAggregateOperator = (name: string): name is AggregateOperator =>
  Object.hasOwn(OPERATORS, name)

/** The columns that an aggregate accepts. */
export const aggregated = ({ columns }: Table, operator: AggregateOperator): readonly Column[] =>
  columns.filter(({ type }) => !type.isList && OPERATORS[operator].of.has(type.item))

/** `sum` of `Post` to `PostSumAggregateResult`. */
export const aggregateResultName = ({ type }: Table, operator: AggregateOperator): string =>
  `${type}${operator.slice(0, 1).toUpperCase()}${operator.slice(1)}AggregateResult`

/** An aggregate's result may have more digits than the column's type. */
function resultType({ type }: Column, operator: AggregateOperator): ScalarName {
  const item = typeof type.item === 'string' ? type.item : 'Opaque'
  if (operator === 'avg') return 'BigFloat'
  if (operator === 'sum') return item === 'Int' || item === 'BigInt' ? 'BigInt' : 'BigFloat'
  return item === 'Float' ? 'BigFloat' : item
}

/**
 * The `aggregate` field of a connection: over all rows that match its filter, not only one page.
 */
export function aggregateField(table: Table, { scalars }: Shared): Field {
  const operators = Object.keys(OPERATORS).filter(isAggregateOperator)
  const results = operators.flatMap((operator): [string, Field][] => {
    const { name, kind } = OPERATORS[operator]
    const type = resultOf(table, operator, scalars)
    return type ? [[operator, { description: `${name} of each ${kind} field`, type }]] : []
  })
  return {
    description: `Aggregates over all rows of \`${table.type}\` that match the filter, on all pages`,
    type: new GraphQLObjectType({
      name: `${table.type}Aggregate`,
      description: `Aggregates over rows of \`${table.type}\``,
      fields: {
        count: {
          description: 'Number of rows',
          type: new GraphQLNonNull(GraphQLInt),
        },
        ...Object.fromEntries(results),
      },
    }),
  }
}

function resultOf(table: Table, operator: AggregateOperator, scalars: Scalars) {
  const columns = aggregated(table, operator)
  if (columns.length === 0) return undefined
  const { name } = OPERATORS[operator]
  const fieldOf = (column: Column): [string, { type: GraphQLScalarType; description: string }] => [
    column.field,
    {
      description: `${name} of \`${column.field}\``,
      type: scalars[resultType(column, operator)],
    },
  ]
  return new GraphQLObjectType({
    name: aggregateResultName(table, operator),
    description: `${name} of fields of \`${table.type}\``,
    fields: Object.fromEntries(columns.map(fieldOf)),
  })
}
