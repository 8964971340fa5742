import type { Catalogue, CatalogueRelation } from '../catalogue/catalogue.ts'
import { NamedDirective, readDirective, SchemaDirective, TableDirective } from './directives.ts'
import type { Column, Model, Table } from './model.ts'
import { columnName, isValidName, typeName } from './names.ts'
import { addRelationships } from './relationships.ts'
import { addRoutines } from './routines.ts'
import { createValueTypes, type ValueTypes } from './value-types.ts'

const DEFAULT_MAX_ROWS = 30

/** Names that no table's or enum's types may take. */
const RESERVED =
  'Query Mutation Subscription Node PageInfo FilterIs OrderByDirection ID Int Float String Boolean BigInt BigFloat UUID Cursor Date Time Datetime JSON Opaque'
    .split(' ')
    .flatMap((name) => [name, `${name}Filter`, `${name}ListFilter`])

/** What stands behind a table's name in the names of its types. */
const SUFFIXES = [
  '',
  'Connection',
  'Edge',
  'Filter',
  'OrderBy',
  'InsertInput',
  'InsertResponse',
  'UpdateInput',
  'UpdateResponse',
  'DeleteResponse',
  'Aggregate',
  'SumAggregateResult',
  'AvgAggregateResult',
  'MinAggregateResult',
  'MaxAggregateResult',
  'OnConflictInput',
  'OnConflictConstraint',
  'OnConflictUpdateField',
]

/** Decides every name and right of a role's GraphQL schema from what the catalogue says. */
export function buildModel(catalogue: Catalogue): Model {
  const directives = new Map(
    catalogue.schemas.map(({ name, comment }) => [name, readDirective(comment, SchemaDirective)]),
  )
  const isInflected = (schema: string) => directives.get(schema)?.inflect_names ?? false
  const taken = new Set(RESERVED)
  const tables = new Map<string, Table>()
  const chosen = catalogue.relations.flatMap((relation) => {
    const directive = readDirective(relation.comment, TableDirective)
    const type = directive.name ?? typeName(relation.name, isInflected(relation.schema))
    const names = SUFFIXES.map((suffix) => `${type}${suffix}`)
    if (!isValidName(type) || names.some((name) => taken.has(name))) return []
    const key =
      relation.keys.find(({ isPrimary }) => isPrimary)?.columns ?? directive.primary_key_columns
    if (!key || !key.every((name) => isReadable(relation, name))) return []
    for (const name of names) taken.add(name)
    return [{ relation, directive, type, key }]
  })
  // After the tables, so that a table keeps its name from a type that is called the same.
  const types = createValueTypes(catalogue, taken, isInflected)
  for (const { relation, directive, type, key } of chosen) {
    const columns = columnsOf(relation, types, isInflected(relation.schema))
    const visible = columns.filter(({ isSelectable }) => isSelectable)
    const primaryKey = key.flatMap((name) => visible.filter((column) => column.name === name))
    if (primaryKey.length < key.length) continue
    tables.set(relation.oid, {
      schema: relation.schema,
      name: relation.name,
      type,
      description: directive.description,
      columns: visible,
      insertable: columns.filter(({ isInsertable }) => isInsertable),
      updatable: columns.filter(({ isUpdatable }) => isUpdatable),
      isDeletable: relation.isDeletable,
      primaryKey,
      // Finding a conflict reads the columns of the key.
      conflicts: relation.keys.filter(
        (unique) =>
          isValidName(unique.name) &&
          unique.columns.length > 0 &&
          unique.columns.every((name) => isReadable(relation, name)),
      ),
      hasTotalCount: directive.totalCount?.enabled ?? false,
      hasAggregate: directive.aggregate?.enabled ?? false,
      maxRows: directive.max_rows ?? directives.get(relation.schema)?.max_rows ?? DEFAULT_MAX_ROWS,
      relationships: [],
      computed: [],
    })
  }
  addRelationships(catalogue, tables, isInflected)
  const routines = addRoutines(catalogue, { tables, types, isInflected })
  return {
    tables: [...tables.values()],
    routines,
    enums: types.enums,
    isIntrospectable: [...directives.values()].every(({ introspection }) => introspection ?? true),
    settings: catalogue.settings,
  }
}

const isReadable = ({ columns }: CatalogueRelation, name: string) =>
  columns.some((column) => column.name === name && column.isSelectable)

type RatedColumn = Column & { readonly isSelectable: boolean }

function columnsOf(
  { columns }: CatalogueRelation,
  types: ValueTypes,
  isInflected: boolean,
): readonly RatedColumn[] {
  const fields = new Set(['nodeId', 'and', 'or', 'not'])
  return columns.flatMap((column) => {
    const directive = readDirective(column.comment, NamedDirective)
    const field = directive.name ?? columnName(column.name, isInflected)
    const type = types.of(column.type)
    if (!type || !isValidName(field) || fields.has(field)) return []
    fields.add(field)
    return [
      {
        name: column.name,
        field,
        description: directive.description,
        type,
        isNotNull: column.isNotNull,
        isSelectable: column.isSelectable,
        isInsertable: column.isInsertable && !column.isFilled,
        isUpdatable: column.isUpdatable && !column.isFilled,
      },
    ]
  })
}
