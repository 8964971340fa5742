import {
  GraphQLIncludeDirective,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLSkipDirective,
  type GraphQLFieldConfig,
} from 'graphql'
import type { Model, Routine, Table } from '../model/model.ts'
import { collectionName } from '../model/names.ts'
import { byKeyField } from './by-key-field.ts'
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

/** Some tables and functions of a model. */
export type Part = {
  readonly tables: ReadonlySet<Table>
  readonly routines: ReadonlySet<Routine>
}

/**
 * Builds a role's GraphQL schema in pg_graphql's shape, and the meaning of each field.
 *
 * @param part without it, everything is part of the schema.
 */
export function buildSchema(model: Model, part?: Part): BuiltSchema {
  const tables = part ? model.tables.filter((table) => part.tables.has(table)) : model.tables
  const routines = part
    ? model.routines.filter((routine) => part.routines.has(routine))
    : model.routines
  const scalars = createScalars()
  const meanings = createMeanings()
  const types = new Map<Table, TableTypes>()
  const names = new Set([
    ...model.tables.map(({ type }) => type),
    ...model.enums.map(({ name }) => name),
  ])
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
    hasType: (name) => names.has(name),
    hasTable: (table) => !part || part.tables.has(table),
  }
  const query: Record<string, Field> = {
    node: {
      description: 'The row with this `nodeId`',
      type: shared.nodeInterface,
      args: {
        nodeId: {
          description: 'The nodeId of the row',
          type: new GraphQLNonNull(scalars.ID),
        },
      },
    },
    heartbeat: {
      description: "The server's time",
      type: new GraphQLNonNull(scalars.Datetime),
    },
  }
  meanings.set('Query', 'node', { kind: 'node' })
  meanings.set('Query', 'heartbeat', { kind: 'heartbeat' })
  const mutation: Record<string, Field> = {}
  for (const table of tables) {
    const name = collectionName(table.label)
    if (Object.hasOwn(query, name)) continue
    meanings.set('Query', name, { kind: 'collection', table })
    query[name] = {
      description: `A page of \`${table.type}\` rows`,
      type: new GraphQLNonNull(shared.typesOf(table).connection),
      args: collectionArguments(shared.typesOf(table), shared),
    }
    Object.assign(query, byKeyField(table, shared))
    Object.assign(mutation, mutationFields(table, shared))
  }
  for (const routine of routines) {
    const [root, fields] = routine.isVolatile
      ? (['Mutation', mutation] as const)
      : (['Query', query] as const)
    if (Object.hasOwn(fields, routine.field)) continue
    meanings.set(root, routine.field, { kind: 'routine', routine })
    fields[routine.field] = routineField(routine, shared)
  }
  const schema = new GraphQLSchema({
    description: 'The tables and functions that the role of the request can use',
    query: new GraphQLObjectType({
      name: 'Query',
      description: 'Root type for queries',
      fields: sorted(query),
    }),
    mutation:
      Object.keys(mutation).length === 0
        ? null
        : new GraphQLObjectType({
            name: 'Mutation',
            description: 'Root type for mutations',
            fields: sorted(mutation),
          }),
    // Includes unused types, because clients generate their types from the list.
    types: [
      ...tables.map((table) => shared.typesOf(table).node),
      ...Object.values(scalars),
      ...shared.filters.all(),
    ],
    directives: [GraphQLIncludeDirective, GraphQLSkipDirective],
  })
  sortTypes(schema)
  return { schema, meanings }
}

/** Sorts the types by name, which is their order in introspection. */
function sortTypes(schema: GraphQLSchema): void {
  const types = schema.getTypeMap()
  for (const [name, type] of Object.entries(types).sort(byName)) {
    delete types[name]
    types[name] = type
  }
}

const byName = ([left]: [string, unknown], [right]: [string, unknown]) => (left < right ? -1 : 1)

const sorted = (fields: Record<string, Field>): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).sort(byName))

function routineField(routine: Routine, shared: SharedTypes): Field {
  const { returns } = routine
  const args = Object.fromEntries(
    routine.arguments.map(({ field, type, isOptional, defaultValue }) => {
      const item = shared.filters.itemType(type.item)
      const value = type.isList ? new GraphQLList(item) : item
      return [
        field,
        isOptional ? { type: value, defaultValue } : { type: new GraphQLNonNull(value) },
      ]
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
