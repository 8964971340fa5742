import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql'
import type { Column, Table } from '../model/model.ts'
import { inputFields, listOf, type SharedTypes } from './table-types.ts'

type Fields = Record<string, GraphQLFieldConfig<unknown, unknown>>

/** `insertInto…`, `update…` and `deleteFrom…Collection`, as far as the role may. */
export function mutationFields(table: Table, shared: SharedTypes): Fields {
  const { type, insertable, updatable, isDeletable } = table
  const { node, filter } = shared.typesOf(table)
  const fields: Fields = {}
  const response = (verb: string) =>
    new GraphQLObjectType({
      name: `${type}${verb}Response`,
      fields: {
        affectedCount: {
          description: 'Count of the records impacted by the mutation',
          type: new GraphQLNonNull(GraphQLInt),
        },
        records: {
          description: 'Array of records impacted by the mutation',
          type: listOf(node),
        },
      },
    })
  const chosen: GraphQLFieldConfigArgumentMap = {
    filter: {
      description: "Restricts the mutation's impact to records matching the criteria",
      type: filter,
    },
    atMost: {
      description: 'The maximum number of records in the collection permitted to be affected',
      type: new GraphQLNonNull(GraphQLInt),
      defaultValue: 1,
    },
  }
  const set = (name: string, kind: 'insert' | 'update' | 'delete', field: Fields[string]) => {
    fields[name] = field
    shared.meanings.set('Mutation', name, { kind, table })
  }

  if (insertable.length > 0) {
    const input = new GraphQLInputObjectType({
      name: `${type}InsertInput`,
      fields: inputFields(insertable, shared),
    })
    set(`insertInto${type}Collection`, 'insert', {
      description: `Adds one or more \`${type}\` records to the collection`,
      type: response('Insert'),
      args: {
        objects: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(input))) },
        ...onConflictArgument(table, filter),
      },
    })
  }
  if (updatable.length > 0)
    set(`update${type}Collection`, 'update', {
      description: `Updates zero or more records in the \`${type}\` collection`,
      type: new GraphQLNonNull(response('Update')),
      args: {
        set: {
          description: 'Fields that are set will be updated for all records matching the `filter`',
          type: new GraphQLNonNull(
            new GraphQLInputObjectType({
              name: `${type}UpdateInput`,
              fields: inputFields(updatable, shared),
            }),
          ),
        },
        ...chosen,
      },
    })
  if (isDeletable)
    set(`deleteFrom${type}Collection`, 'delete', {
      description: `Deletes zero or more records from the \`${type}\` collection`,
      type: new GraphQLNonNull(response('Delete')),
      args: chosen,
    })
  return fields
}

/** Columns an insert may overwrite in the record it runs into: what it writes is read from the new one. */
export const overwritable = ({ insertable, updatable, columns }: Table): readonly Column[] =>
  [insertable, updatable].reduce(
    (left, right) => left.filter(({ name }) => right.some((column) => column.name === name)),
    columns,
  )

function onConflictArgument(
  table: Table,
  filter: GraphQLInputObjectType,
): GraphQLFieldConfigArgumentMap {
  const fields = overwritable(table)
  if (table.conflicts.length === 0 || fields.length === 0) return {}
  const name = `${table.type}OnConflict`
  const namesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((value) => [value, { value }]))
  const constraint = new GraphQLEnumType({
    name: `${name}Constraint`,
    values: namesOf(table.conflicts.map((key) => key.name)),
  })
  const field = new GraphQLEnumType({
    name: `${name}UpdateField`,
    values: namesOf(fields.map((column) => column.field)),
  })
  const input = new GraphQLInputObjectType({
    name: `${name}Input`,
    fields: {
      constraint: {
        description: 'The unique key a new record may already be there by',
        type: new GraphQLNonNull(constraint),
      },
      updateFields: {
        description: 'Fields that the record found takes from the new one',
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(field))),
      },
      filter: { description: 'Which of the records found are updated', type: filter },
    },
  })
  return {
    onConflict: { description: 'What happens to a record that is already there', type: input },
  }
}
