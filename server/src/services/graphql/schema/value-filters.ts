import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLInputType,
} from 'graphql'
import type { EnumType, ScalarName, ValueType } from '../model/model.ts'
import type { Scalars } from './scalars.ts'

const ORDERED = ['eq', 'gt', 'gte', 'in', 'is', 'lt', 'lte', 'neq']
const PATTERNS = ['startsWith', 'like', 'ilike', 'regex', 'iregex']
const LISTS = ['containedBy', 'contains', 'eq', 'is', 'overlaps']
const ENUM = ['eq', 'in', 'is', 'neq']

/** Which comparisons each scalar knows; JSON is not filtered by. */
const OPERATORS: Readonly<Record<ScalarName, readonly string[]>> = {
  Int: ORDERED,
  BigInt: ORDERED,
  Float: ORDERED,
  BigFloat: ORDERED,
  String: [...ORDERED, ...PATTERNS],
  Boolean: ['eq', 'is'],
  UUID: ENUM,
  Date: ORDERED,
  Time: ORDERED,
  Datetime: ORDERED,
  JSON: [],
  Opaque: ['eq', 'is'],
}

export type ValueFilters = {
  readonly orderByDirection: GraphQLEnumType
  readonly id: GraphQLInputObjectType
  /** The GraphQL type of one value, or of one element of a list. */
  itemType(item: ScalarName | EnumType): Scalars[ScalarName] | GraphQLEnumType
  /** Undefined where values of the type cannot be compared. */
  of(type: ValueType): GraphQLInputObjectType | undefined
}

/** The input types that compare values, `IntFilter` and its like, made as they are asked for. */
export function createValueFilters(scalars: Scalars, enums: readonly EnumType[]): ValueFilters {
  const enumTypes = new Map(enums.map((entry) => [entry, enumType(entry)]))
  const made = new Map<string, GraphQLInputObjectType>()
  const filterIs = new GraphQLEnumType({
    name: 'FilterIs',
    values: { NULL: { value: 'NULL' }, NOT_NULL: { value: 'NOT_NULL' } },
  })

  const itemType: ValueFilters['itemType'] = (item) =>
    typeof item === 'string' ? scalars[item] : (enumTypes.get(item) ?? scalars.Opaque)

  function create(name: string, one: GraphQLInputType, operators: readonly string[]) {
    const many = new GraphQLList(new GraphQLNonNull(one))
    const filter =
      made.get(name) ??
      new GraphQLInputObjectType({
        name,
        description: `Boolean expression comparing fields on type "${name.slice(0, -6)}"`,
        fields: Object.fromEntries(
          operators.map((operator) => {
            const isMany = operator === 'in' || name.endsWith('ListFilter')
            const value = isMany ? many : one
            return [operator, { type: operator === 'is' ? filterIs : value }]
          }),
        ),
      })
    made.set(name, filter)
    return filter
  }

  return {
    orderByDirection: new GraphQLEnumType({
      name: 'OrderByDirection',
      description: 'Defines a per-field sorting order',
      values: {
        AscNullsFirst: { description: 'Ascending order, nulls first' },
        AscNullsLast: { description: 'Ascending order, nulls last' },
        DescNullsFirst: { description: 'Descending order, nulls first' },
        DescNullsLast: { description: 'Descending order, nulls last' },
      },
    }),
    id: create('IDFilter', scalars.ID, ['eq']),
    itemType,
    of({ item, isList }) {
      const operators = typeof item === 'string' ? OPERATORS[item] : ENUM
      const one = itemType(item)
      if (operators.length === 0) return undefined
      return isList
        ? create(`${one.name}ListFilter`, one, LISTS)
        : create(`${one.name}Filter`, one, operators)
    },
  }
}

const enumType = ({ name, description, values }: EnumType) =>
  new GraphQLEnumType({
    name,
    ...(description !== undefined && { description }),
    values: Object.fromEntries(values.map(([value, label]) => [value, { value: label }])),
  })

/** Whether rows can be put in order by the type. */
export const isOrderable = ({ item, isList }: ValueType): boolean =>
  !isList && item !== 'JSON' && item !== 'Opaque'
