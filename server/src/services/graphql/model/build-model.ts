import type { z } from 'zod'
import type { Catalogue, CatalogueRelation } from '../catalogue/catalogue.ts'
import { ColumnDirective, readDirective, SchemaDirective, TableDirective } from './directives.ts'
import type { Column, Model, Table } from './model.ts'
import { columnName, isValidName, typeName } from './names.ts'
import { addRelationships } from './relationships.ts'
import { addRoutines } from './routines.ts'
import { claimTypeName, RESERVED } from './type-names.ts'
import { createValueTypes, type ValueTypes } from './value-types.ts'

const DEFAULT_MAX_ROWS = 30
/** Other work gets a turn after this many tables, which take a few milliseconds. */
const AT_ONCE = 50

type Candidate = {
  readonly relation: CatalogueRelation
  readonly directive: z.infer<typeof TableDirective>
  readonly key: readonly string[]
}

/** Decides all names and privileges of a role's GraphQL schema from the catalogue. */
export function* buildModel(catalogue: Catalogue): Generator<void, Model> {
  const directives = new Map(
    catalogue.schemas.map(({ name, comment }) => [name, readDirective(comment, SchemaDirective)]),
  )
  const isInflected = (schema: string) => directives.get(schema)?.inflect_names ?? false
  const taken = new Set(RESERVED)
  const labels = new Set<string>()
  const tables = new Map<string, Table>()
  const candidates: Candidate[] = []
  for (const [at, relation] of catalogue.relations.entries()) {
    if (at % AT_ONCE === 0) yield
    const directive = readDirective(relation.comment, TableDirective)
    const key = relation.keys.find(({ isPrimary }) => isPrimary)?.columns
    candidates.push({ relation, directive, key: key ?? directive.primary_key_columns ?? [] })
  }
  // A relation without a key is only used as a function's result, and must not take a name from one
  // with a key.
  const inOrder = [
    ...candidates.filter(({ key }) => key.length > 0),
    ...candidates.filter(({ key }) => key.length === 0),
  ]
  const chosen: (Candidate & { readonly label: string; readonly type: string })[] = []
  for (const [at, { relation, directive, key }] of inOrder.entries()) {
    if (at % AT_ONCE === 0) yield
    const label = directive.name ?? typeName(relation.name, isInflected(relation.schema))
    if (labels.has(label) || !key.every((name) => isReadable(relation, name))) continue
    const type = claimTypeName(label, taken)
    if (type === undefined) continue
    labels.add(label)
    chosen.push({ relation, directive, label, type, key })
  }
  // Enums come after the tables, so that a table keeps its name if both want it.
  const types = createValueTypes(catalogue, taken, isInflected)
  for (const [at, { relation, directive, label, type, key }] of chosen.entries()) {
    if (at % AT_ONCE === 0) yield
    const columns = columnsOf(relation, types, isInflected(relation.schema))
    const readable = columns.filter(({ isSelectable }) => isSelectable)
    const primaryKey = key.flatMap((name) => readable.filter((column) => column.name === name))
    if (primaryKey.length < key.length) continue
    tables.set(relation.oid, {
      schema: relation.schema,
      name: relation.name,
      label,
      type,
      description: directive.description,
      columns: readable.filter(({ isNamed }) => isNamed),
      insertable: columns.filter(({ isNamed, isInsertable }) => isNamed && isInsertable),
      updatable: columns.filter(({ isNamed, isUpdatable }) => isNamed && isUpdatable),
      isDeletable: relation.isDeletable,
      primaryKey,
      // `on conflict` has to read the columns of the key.
      conflicts: relation.keys.filter(
        (unique) =>
          isValidName(unique.name) &&
          unique.columns.length > 0 &&
          unique.columns.every(
            (name) =>
              isReadable(relation, name) &&
              columns.some((column) => column.name === name && column.isInsertable),
          ),
      ),
      hasTotalCount: directive.totalCount?.enabled ?? false,
      hasAggregate: directive.aggregate?.enabled ?? false,
      maxRows: directive.max_rows ?? directives.get(relation.schema)?.max_rows ?? DEFAULT_MAX_ROWS,
      relationships: [],
      computed: [],
    })
  }
  const keyed = new Map([...tables].filter(([, { primaryKey }]) => primaryKey.length > 0))
  yield* addRelationships(catalogue, keyed, isInflected)
  const routines = addRoutines(catalogue, { tables, types, isInflected })
  return {
    tables: [...keyed.values()],
    routines,
    enums: types.enums,
    settings: catalogue.settings,
  }
}

const isReadable = ({ columns }: CatalogueRelation, name: string) =>
  columns.some((column) => column.name === name && column.isSelectable)

type RatedColumn = Column & {
  readonly isSelectable: boolean
  /** It has a valid GraphQL name; a column without one may still be part of the key. */
  readonly isNamed: boolean
}

function columnsOf(
  { columns }: CatalogueRelation,
  types: ValueTypes,
  isInflected: boolean,
): readonly RatedColumn[] {
  const named = columns.flatMap((column) => {
    const { name, ...directive } = readDirective(column.comment, ColumnDirective)
    const type = types.of(column.type)
    return type
      ? [{ column, directive, type, field: name ?? columnName(column.name, isInflected) }]
      : []
  })
  return named.flatMap(({ column, directive, type, field }, at) => {
    // Of two with the same name, the last one gets it.
    const isLast = named.findLastIndex((other) => other.field === field) === at
    const isNamed = isValidName(field) && field !== 'nodeId' && isLast
    return [
      {
        name: column.name,
        field,
        description: directive.description,
        type,
        isNotNull: column.isNotNull || directive.not_null === true,
        isNamed,
        isSelectable: column.isSelectable,
        isInsertable: column.isInsertable && !column.isFilled,
        isUpdatable: column.isUpdatable && !column.isFilled,
      },
    ]
  })
}
