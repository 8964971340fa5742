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
import type { ValueFilters } from './value-filters.ts'

type Field = GraphQLFieldConfig<unknown, unknown>
type FieldMap = GraphQLFieldConfigMap<unknown, unknown>

export type TableTypes = {
  readonly node: GraphQLObjectType
  readonly connection: GraphQLObjectType
  readonly filter: GraphQLInputObjectType
  readonly orderBy: GraphQLInputObjectType | undefined
}

/** State shared by the types of all tables. */
export type SharedTypes = {
  readonly scalars: Scalars
  readonly filters: ValueFilters
  readonly meanings: Meanings
  readonly nodeInterface: GraphQLInterfaceType
  readonly pageInfo: GraphQLObjectType
  readonly typesOf: (table: Table) => TableTypes
  readonly routineField: (routine: Routine) => Field
  /** Whether a table or an enum has this name. */
  readonly hasType: (name: string) => boolean
  /** Whether a table is part of the schema. */
  readonly hasTable: (table: Table) => boolean
}

export const createNodeInterface = ({ ID }: Scalars) =>
  new GraphQLInterfaceType({
    name: 'Node',
    fields: {
      nodeId: {
        description: 'Globally unique ID of this row',
        type: new GraphQLNonNull(ID),
      },
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
    interfaces: table.primaryKey.length > 0 ? [shared.nodeInterface] : [],
    fields: () => nodeFields(table, shared),
  })
  const edge = new GraphQLObjectType({
    name: `${type}Edge`,
    fields: {
      cursor: { type: new GraphQLNonNull(GraphQLString) },
      node: { type: new GraphQLNonNull(node) },
    },
  })
  const orderable = table.columns.filter(({ type }) => type.isOrdered)
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
            description: 'Number of rows that match the filter, on all pages',
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
  const fields: Record<string, Field> = {}
  if (table.primaryKey.length > 0) {
    meanings.set(type, 'nodeId', { kind: 'node-id', table })
    fields['nodeId'] = {
      description: 'Globally unique ID of this row',
      type: new GraphQLNonNull(scalars.ID),
    }
  }
  // A later field replaces an earlier one with the same name.
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
    if (!shared.hasTable(target)) continue
    meanings.set(type, field, { kind: 'relationship', relationship })
    const one = typesOf(target).node
    fields[field] = isToMany
      ? { type: typesOf(target).connection, args: collectionArguments(typesOf(target), shared) }
      : { type: isNotNull ? new GraphQLNonNull(one) : one }
  }
  for (const routine of table.computed) {
    const { returns } = routine
    if (returns.kind !== 'value' && !shared.hasTable(returns.table)) continue
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
  // A column named `and`, `or` or `not` replaces the connective.
  const connectives: GraphQLInputFieldConfigMap = {
    and: {
      description: 'True if all of these filters match',
      type: many,
    },
    or: {
      description: 'True if at least one of these filters matches',
      type: many,
    },
    not: { description: 'True if this filter does not match', type: self },
  }
  return { ...fields, nodeId: { type: filters.id }, ...omit(connectives, columns) }
}

const omit = (fields: GraphQLInputFieldConfigMap, columns: readonly Column[]) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => columns.every(({ field }) => field !== name)),
  )

/** The arguments that choose, order and page the rows of a collection. */
export const collectionArguments = (
  { filter, orderBy }: TableTypes,
  { scalars }: Pick<SharedTypes, 'scalars'>,
): GraphQLFieldConfigArgumentMap => ({
  first: { description: 'Maximum number of rows, counted from the start', type: GraphQLInt },
  last: { description: 'Maximum number of rows, counted from the end', type: GraphQLInt },
  before: {
    description: 'Returns only rows before this cursor',
    type: scalars.Cursor,
  },
  after: {
    description: 'Returns only rows after this cursor',
    type: scalars.Cursor,
  },
  offset: {
    description: 'Number of rows to skip; not allowed with `last` or `before`',
    type: GraphQLInt,
  },
  filter: {
    description: 'Filter for the rows to read; all rows if omitted',
    type: filter,
  },
  ...(orderBy && {
    orderBy: {
      description: 'Sort order of the rows; ties are sorted by primary key',
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

/** Input fields for new column values; all are optional. */
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
