import {
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql'
import type { Column, Table } from '../model/model.ts'
import { lenientEnumType } from './lenient-enum-type.ts'
import { inputFields, listOf, type SharedTypes } from './table-types.ts'

type Fields = Record<string, GraphQLFieldConfig<unknown, unknown>>

/** `insertInto…`, `update…` and `deleteFrom…Collection`, if the role has the privileges. */
export function mutationFields(table: Table, shared: SharedTypes): Fields {
  const { label, type, insertable, updatable, isDeletable } = table
  const { node, filter } = shared.typesOf(table)
  const fields: Fields = {}
  const response = (verb: string) =>
    new GraphQLObjectType({
      name: `${type}${verb}Response`,
      fields: {
        affectedCount: {
          description: 'Number of rows written',
          type: new GraphQLNonNull(GraphQLInt),
        },
        records: {
          description: 'The rows that were written',
          type: listOf(node),
        },
      },
    })
  const chosen: GraphQLFieldConfigArgumentMap = {
    filter: {
      description: 'Filter for the rows to write; all rows if omitted',
      type: filter,
    },
    atMost: {
      description: 'Maximum number of rows to write; the mutation fails if more match',
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
    set(`insertInto${label}Collection`, 'insert', {
      description: `Inserts rows of \`${type}\``,
      type: response('Insert'),
      args: {
        objects: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(input))) },
        ...onConflictArgument(table, shared),
      },
    })
  }
  if (updatable.length > 0)
    set(`update${label}Collection`, 'update', {
      description: `Updates the rows of \`${type}\` that match a filter`,
      type: new GraphQLNonNull(response('Update')),
      args: {
        set: {
          description: 'New values of the fields to update',
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
    set(`deleteFrom${label}Collection`, 'delete', {
      description: `Deletes the rows of \`${type}\` that match a filter`,
      type: new GraphQLNonNull(response('Delete')),
      args: chosen,
    })
  return fields
}

/** Columns that an insert may overwrite in an existing record. */
export const overwritable = ({ updatable }: Table): readonly Column[] => updatable

function onConflictArgument(table: Table, shared: SharedTypes): GraphQLFieldConfigArgumentMap {
  const { filter } = shared.typesOf(table)
  const fields = overwritable(table)
  if (table.conflicts.length === 0 || fields.length === 0) return {}
  const namesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((value) => [value, { value }]))
  const constraint = lenientEnumType({
    name: `${table.type}OnConflictConstraint`,
    values: namesOf(table.conflicts.map((key) => key.name)),
  })
  const field = lenientEnumType({
    // The tables form and form_field, for example, can both exist.
    name: shared.hasType(`${table.type}Field`)
      ? `${table.type}OnConflictField`
      : `${table.type}Field`,
    values: namesOf(fields.map((column) => column.field)),
  })
  const input = new GraphQLInputObjectType({
    name: `${table.type}OnConflict`,
    description: 'What to do if a row with the same key exists',
    fields: {
      constraint: {
        description: 'The key to check for conflicts',
        type: new GraphQLNonNull(constraint),
      },
      updateFields: {
        description: 'Fields to update in the existing row',
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(field))),
      },
      filter: {
        description: 'Filter for the rows to write; all rows if omitted',
        type: filter,
      },
    },
  })
  return {
    onConflict: {
      description: 'Updates the existing row when an inserted row has the same key',
      type: input,
    },
  }
}
