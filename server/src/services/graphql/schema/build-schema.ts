import {
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLList,
  GraphQLSchema,
  type GraphQLFieldConfig,
} from 'graphql'
import type { Model, Routine, Table } from '../model/model.ts'
import { collectionName } from '../model/names.ts'
import { createMeanings, type Meanings } from './meanings.ts'
import { mutationFields } from './mutation-types.ts'
import { createScalars } from './scalars.ts'
import {
  collectionArguments,
  createNodeInterface,
  createPageInfo,
  createTableTypes,
  outputType,
  type SharedTypes,
  type TableTypes,
} from './table-types.ts'
import { createValueFilters } from './value-filters.ts'

type Field = GraphQLFieldConfig<unknown, unknown>

export type BuiltSchema = { readonly schema: GraphQLSchema; readonly meanings: Meanings }

/** A role's GraphQL schema in pg_graphql's shape, and what each of its fields means. */
export function buildSchema(model: Model): BuiltSchema {
  const scalars = createScalars()
  const meanings = createMeanings()
  const types = new Map<Table, TableTypes>()
  const shared: SharedTypes = {
    scalars,
    meanings,
    filters: createValueFilters(scalars, model.enums),
    nodeInterface: createNodeInterface(scalars),
    pageInfo: createPageInfo(),
    typesOf(table) {
      const known = types.get(table) ?? createTableTypes(table, shared)
      types.set(table, known)
      return known
    },
    routineField: (routine) => routineField(routine, shared),
  }
  const query: Record<string, Field> = {
    node: {
      description: 'Retrieve a record by its `ID`',
      type: shared.nodeInterface,
      args: { nodeId: { description: "The record's `ID`", type: new GraphQLNonNull(scalars.ID) } },
    },
    heartbeat: {
      description: 'UTC Datetime from server',
      type: new GraphQLNonNull(scalars.Datetime),
    },
  }
  meanings.set('Query', 'node', { kind: 'node' })
  meanings.set('Query', 'heartbeat', { kind: 'heartbeat' })
  const mutation: Record<string, Field> = {}
  for (const table of model.tables) {
    const name = collectionName(table.type)
    if (query[name]) continue
    meanings.set('Query', name, { kind: 'collection', table })
    query[name] = {
      description: `A pagable collection of type \`${table.type}\``,
      type: shared.typesOf(table).connection,
      args: collectionArguments(shared.typesOf(table), shared),
    }
    Object.assign(mutation, mutationFields(table, shared))
  }
  for (const routine of model.routines) {
    const [root, fields] = routine.isVolatile
      ? (['Mutation', mutation] as const)
      : (['Query', query] as const)
    if (fields[routine.field]) continue
    meanings.set(root, routine.field, { kind: 'routine', routine })
    fields[routine.field] = routineField(routine, shared)
  }
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      description: 'The root type for querying data',
      fields: sorted(query),
    }),
    mutation:
      Object.keys(mutation).length === 0
        ? null
        : new GraphQLObjectType({
            name: 'Mutation',
            description: 'The root type for creating and mutating data',
            fields: sorted(mutation),
          }),
    types: model.tables.map((table) => shared.typesOf(table).node),
  })
  return { schema, meanings }
}

const sorted = (fields: Record<string, Field>): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)))

function routineField(routine: Routine, shared: SharedTypes): Field {
  const { returns } = routine
  const args = Object.fromEntries(
    routine.arguments.map(({ field, type, isOptional }) => {
      const item = shared.filters.itemType(type.item)
      const value = type.isList ? new GraphQLList(item) : item
      return [field, { type: isOptional ? value : new GraphQLNonNull(value) }]
    }),
  )
  const base = { ...(routine.description !== undefined && { description: routine.description }) }
  if (returns.kind === 'value') return { ...base, type: outputType(returns.type, shared), args }
  const types = shared.typesOf(returns.table)
  if (returns.kind === 'row') return { ...base, type: types.node, args }
  return {
    ...base,
    type: types.connection,
    args: { ...args, ...collectionArguments(types, shared) },
  }
}
