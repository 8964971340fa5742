import type { TableDetail } from '@stoa/contract/services/meta/catalogue'

/** The description of a table from which a schema is turned into text (SPEC 3). */
export type TableDescription = {
  readonly schema: string
  readonly name: string
  readonly columns: readonly ColumnDescription[]
  readonly primary_keys: readonly string[]
  readonly relationships: readonly RelationshipDescription[]
}

export type ColumnDescription = {
  readonly name: string
  readonly data_type: string
  readonly is_identity: boolean
  readonly is_nullable: boolean
  readonly default_value: string | null
  readonly is_unique: boolean
  readonly check: string | null
}

export type RelationshipDescription = {
  readonly constraint_name: string
  readonly source_schema: string
  readonly source_table_name: string
  readonly source_column_name: string
  readonly target_table_schema: string
  readonly target_table_name: string
  readonly target_column_name: string
}

/** Takes what a model needs from a table. A key of several columns has a relationship for each. */
export function describeTable(table: TableDetail): TableDescription {
  const { schema, name, columns, primary_key, foreign_keys, constraints } = table
  const checks = constraints.filter(({ kind }) => kind === 'check')
  return {
    schema,
    name,
    columns: columns.map((column) => ({
      name: column.name,
      data_type: column.type,
      is_identity: column.identity !== null,
      is_nullable: column.is_nullable,
      default_value: column.default_value,
      is_unique: column.is_unique,
      check:
        checks.find(({ columns: of }) => of.length === 1 && of[0] === column.name)?.definition ??
        null,
    })),
    primary_keys: primary_key,
    relationships: foreign_keys.flatMap((key) =>
      key.columns.map((column, index) => ({
        constraint_name: key.name,
        source_schema: schema,
        source_table_name: name,
        source_column_name: column,
        target_table_schema: key.target_schema,
        target_table_name: key.target_table,
        target_column_name: key.target_columns[index] ?? '',
      })),
    ),
  }
}

/** A table's description as lines of text, which take fewer tokens than JSON. */
export function tableText(table: TableDescription): string {
  return [
    `table ${table.schema}.${table.name}`,
    ...table.columns.map((column) => `  ${columnText(column)}`),
    ...(table.primary_keys.length > 0
      ? [`  primary key (${table.primary_keys.join(', ')})`]
      : ['  no primary key']),
    ...table.relationships.map((relationship) => `  ${relationshipText(relationship)}`),
  ].join('\n')
}

const columnText = (column: ColumnDescription): string =>
  [
    column.name,
    column.data_type,
    column.is_identity && 'identity',
    !column.is_nullable && 'not null',
    column.is_unique && 'unique',
    column.default_value !== null && `default ${column.default_value}`,
    column.check,
  ]
    .filter((part) => typeof part === 'string')
    .join(' ')

const relationshipText = (relationship: RelationshipDescription): string =>
  `${relationship.constraint_name}: ${relationship.source_column_name} references ` +
  `${relationship.target_table_schema}.${relationship.target_table_name}` +
  `(${relationship.target_column_name})`
