import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  type GraphQLOutputType,
} from 'graphql'
import type { Column, Routine, Table, ValueType } from '../model/model.ts'
import { aggregateField } from './aggregate-types.ts'
import type { Meanings } from './meanings.ts'
import type { Scalars } from './scalars.ts'
import { isOrderable, type ValueFilters } from './value-filters.ts'

type Field = GraphQLFieldConfig<unknown, unknown>
type FieldMap = GraphQLFieldConfigMap<unknown, unknown>

export type TableTypes = {
  readonly node: GraphQLObjectType
  readonly connection: GraphQLObjectType
  readonly filter: GraphQLInputObjectType
  readonly orderBy: GraphQLInputObjectType | undefined
}

/** What the types of all tables share. */
export type SharedTypes = {
  readonly scalars: Scalars
  readonly filters: ValueFilters
  readonly meanings: Meanings
  readonly nodeInterface: GraphQLInterfaceType
  readonly pageInfo: GraphQLObjectType
  readonly typesOf: (table: Table) => TableTypes
  readonly routineField: (routine: Routine) => Field
}

export const createNodeInterface = ({ ID }: Scalars) =>
  new GraphQLInterfaceType({
    name: 'Node',
    fields: {
      nodeId: { description: 'Retrieves a record by `ID`', type: new GraphQLNonNull(ID) },
    },
  })

export const createPageInfo = () =>
  new GraphQLObjectType({
    name: 'PageInfo',
    fields: {
      endCursor: { type: GraphQLString },
      hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
      hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
      startCursor: { type: GraphQLString },
    },
  })

/** The record, its connection and the inputs that choose and order its rows. */
export function createTableTypes(table: Table, shared: SharedTypes): TableTypes {
  const { type } = table
  const node = new GraphQLObjectType({
    name: type,
    ...(table.description !== undefined && { description: table.description }),
    interfaces: [shared.nodeInterface],
    fields: () => nodeFields(table, shared),
  })
  const edge = new GraphQLObjectType({
    name: `${type}Edge`,
    fields: {
      cursor: { type: new GraphQLNonNull(GraphQLString) },
      node: { type: new GraphQLNonNull(node) },
    },
  })
  const orderable = table.columns.filter((column) => isOrderable(column.type))
  const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: `${type}Filter`,
    fields: () => filterFields(table, shared, filter),
  })
  return {
    node,
    connection: new GraphQLObjectType({
      name: `${type}Connection`,
      fields: {
        edges: { type: listOf(edge) },
        pageInfo: { type: new GraphQLNonNull(shared.pageInfo) },
        ...(table.hasTotalCount && {
          totalCount: {
            description: 'The total number of records matching the `filter` criteria',
            type: new GraphQLNonNull(GraphQLInt),
          },
        }),
        ...(table.hasAggregate && { aggregate: aggregateField(table, shared) }),
      },
    }),
    filter,
    orderBy:
      orderable.length === 0
        ? undefined
        : new GraphQLInputObjectType({
            name: `${type}OrderBy`,
            fields: Object.fromEntries(
              orderable.map(({ field }) => [field, { type: shared.filters.orderByDirection }]),
            ),
          }),
  }
}

function nodeFields(table: Table, shared: SharedTypes): FieldMap {
  const { type } = table
  const { meanings, scalars, typesOf } = shared
  meanings.set(type, 'nodeId', { kind: 'node-id', table })
  const fields: Record<string, Field> = {
    nodeId: {
      description: 'Globally Unique Record Identifier',
      type: new GraphQLNonNull(scalars.ID),
    },
  }
  for (const column of table.columns) {
    meanings.set(type, column.field, { kind: 'column', column })
    const value = outputType(column.type, shared)
    fields[column.field] = {
      ...(column.description !== undefined && { description: column.description }),
      type: column.isNotNull ? new GraphQLNonNull(value) : value,
    }
  }
  for (const relationship of table.relationships) {
    const { field, target, isToMany, isNotNull } = relationship
    meanings.set(type, field, { kind: 'relationship', relationship })
    const one = typesOf(target).node
    fields[field] = isToMany
      ? { type: typesOf(target).connection, args: collectionArguments(typesOf(target), shared) }
      : { type: isNotNull ? new GraphQLNonNull(one) : one }
  }
  for (const routine of table.computed) {
    meanings.set(type, routine.field, { kind: 'routine', routine })
    fields[routine.field] = shared.routineField(routine)
  }
  return fields
}

function filterFields(
  { columns }: Table,
  { filters }: SharedTypes,
  self: GraphQLInputObjectType,
): GraphQLInputFieldConfigMap {
  const fields: GraphQLInputFieldConfigMap = {}
  for (const { field, type } of columns) {
    const filter = filters.of(type)
    if (filter) fields[field] = { type: filter }
  }
  const many = new GraphQLList(new GraphQLNonNull(self))
  return {
    ...fields,
    nodeId: { type: filters.id },
    and: {
      description: 'Returns true only if all its inner filters are true, otherwise returns false',
      type: many,
    },
    or: {
      description:
        'Returns true if at least one of its inner filters is true, otherwise returns false',
      type: many,
    },
    not: { description: 'Negates a filter', type: self },
  }
}

/** The arguments that choose, order and page the rows of a collection. */
export const collectionArguments = (
  { filter, orderBy }: TableTypes,
  { scalars }: Pick<SharedTypes, 'scalars'>,
): GraphQLFieldConfigArgumentMap => ({
  first: { description: 'Query the first `n` records in the collection', type: GraphQLInt },
  last: { description: 'Query the last `n` records in the collection', type: GraphQLInt },
  before: {
    description: 'Query values in the collection before the provided cursor',
    type: scalars.Cursor,
  },
  after: {
    description: 'Query values in the collection after the provided cursor',
    type: scalars.Cursor,
  },
  offset: {
    description:
      'Skip n values from the after cursor. Alternative to cursor pagination. Backward pagination not supported.',
    type: GraphQLInt,
  },
  filter: {
    description: 'Filters to apply to the results set when querying from the collection',
    type: filter,
  },
  ...(orderBy && {
    orderBy: {
      description: 'Sort order to apply to the collection',
      type: new GraphQLList(new GraphQLNonNull(orderBy)),
    },
  }),
})

export function outputType(
  { item, isList }: ValueType,
  { filters }: Pick<SharedTypes, 'filters'>,
): GraphQLOutputType {
  const one = filters.itemType(item)
  return isList ? new GraphQLList(one) : one
}

/** Fields that take new values of columns; all may be left out. */
export const inputFields = (
  columns: readonly Column[],
  { filters }: Pick<SharedTypes, 'filters'>,
): GraphQLInputFieldConfigMap =>
  Object.fromEntries(
    columns.map(({ field, type }) => {
      const one = filters.itemType(type.item)
      return [field, { type: type.isList ? new GraphQLList(one) : one }]
    }),
  )

export const listOf = (type: GraphQLObjectType) =>
  new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))
