import {
  type GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLInputType,
} from 'graphql'
import { SCALAR_NAMES, type EnumType, type ScalarName, type ValueType } from '../model/model.ts'
import { lenientEnumType } from './lenient-enum-type.ts'
import type { Scalars } from './scalars.ts'

const ORDERED = ['eq', 'gt', 'gte', 'in', 'is', 'lt', 'lte', 'neq']
const PATTERNS = ['startsWith', 'like', 'ilike', 'regex', 'iregex']
const LISTS = ['containedBy', 'contains', 'eq', 'is', 'overlaps']
const ENUM = ['eq', 'in', 'is', 'neq']

/** The comparisons of each scalar. JSON has none. */
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
  /** The filters of every scalar and its lists, even if no table has such a column. */
  all(): readonly GraphQLInputObjectType[]
  /** Undefined if values of the type cannot be compared. */
  of(type: Pick<ValueType, 'item' | 'isList'>): GraphQLInputObjectType | undefined
}

/** The input types that compare values, such as `IntFilter`. They are created on first use. */
export function createValueFilters(scalars: Scalars, enums: readonly EnumType[]): ValueFilters {
  const known = new Set(enums)
  const enumTypes = new Map<EnumType, GraphQLEnumType>()
  const made = new Map<string, GraphQLInputObjectType>()
  const filterIs = lenientEnumType({
    name: 'FilterIs',
    values: { NULL: { value: 'NULL' }, NOT_NULL: { value: 'NOT_NULL' } },
  })

  const itemType: ValueFilters['itemType'] = (item) =>
    typeof item === 'string' ? scalars[item] : enumTypeOf(item)

  function enumTypeOf(entry: EnumType) {
    if (!known.has(entry)) return scalars.Opaque
    const type = enumTypes.get(entry) ?? enumType(entry)
    enumTypes.set(entry, type)
    return type
  }

  function create(name: string, one: GraphQLInputType, operators: readonly string[]) {
    const many = new GraphQLList(new GraphQLNonNull(one))
    const filter =
      made.get(name) ??
      new GraphQLInputObjectType({
        name,
        description: `Compares values of \`${name.slice(0, -6)}\``,
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

  const of: ValueFilters['of'] = ({ item, isList }) => {
    const operators = typeof item === 'string' ? OPERATORS[item] : ENUM
    const one = itemType(item)
    if (operators.length === 0) return undefined
    return isList
      ? create(`${one.name}ListFilter`, one, LISTS)
      : create(`${one.name}Filter`, one, operators)
  }

  return {
    orderByDirection: lenientEnumType({
      name: 'OrderByDirection',
      description: 'Sort direction of a field',
      values: {
        AscNullsFirst: { description: 'Ascending, nulls first' },
        AscNullsLast: { description: 'Ascending, nulls last' },
        DescNullsFirst: { description: 'Descending, nulls first' },
        DescNullsLast: { description: 'Descending, nulls last' },
      },
    }),
    id: create('IDFilter', scalars.ID, ['eq']),
    itemType,
    of,
    all: () =>
      SCALAR_NAMES.flatMap((item) =>
        // Lists of unknown types cannot be compared.
        [false, item !== 'Opaque'].flatMap((isList) => of({ item, isList }) ?? []),
      ),
  }
}

const enumType = ({ name, description, values }: EnumType) =>
  lenientEnumType({
    name,
    ...(description !== undefined && { description }),
    values: Object.fromEntries(values.map(([value, label]) => [value, { value: label }])),
  })
