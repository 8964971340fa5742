import { emptySql, ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { RoleSchema } from '../catalogue/role-schema.ts'
import type { Table } from '../model/model.ts'
import { collectFields, type SelectedField } from '../request/collect-fields.ts'
import { checkIntrospection, createBudget } from '../request/limits.ts'
import type { Operation } from '../request/prepare-operation.ts'
import { callSql } from './call-sql.ts'
import { collectionSql } from './collection-sql.ts'
import { createCompileContext, tableRows, type CompileContext } from './compile-context.ts'
import { decodeNodeId } from './keys.ts'
import { mutationSql } from './mutation-sql.ts'
import { nodeSql, rowsOrRow } from './node-sql.ts'
import { aliasSource, tableSql, type Source } from './source.ts'
import { bindCompared, comparable } from './values.ts'

/** A field of the operation, and the source of its value. */
export type RootField =
  /** The number of its column, counted over all statements. */
  | { readonly key: string; readonly kind: 'data'; readonly column: number }
  | { readonly key: string; readonly kind: 'typename' }
  | { readonly key: string; readonly kind: 'introspection'; readonly field: SelectedField }

export type CompiledOperation = {
  readonly fields: readonly RootField[]
  /** All their columns are JSON text. */
  readonly statements: readonly Sql[]
}

/**
 * Compiles an operation to SQL. A query is one statement with a column for each of its fields. A
 * mutation is one statement per field, in order, because in GraphQL each field sees the changes of
 * those before it, and one statement cannot change a row twice.
 */
export function compileOperation(
  operation: Operation,
  role: RoleSchema,
  { maxRows }: { readonly maxRows: number },
): CompiledOperation {
  const context = createCompileContext(role, operation, {
    budget: createBudget(),
    maxRows,
    collection: collectionSql,
  })
  const root = operation.isMutation ? 'Mutation' : 'Query'
  const columns: Sql[] = []
  const selected = collectFields(root, [operation.node.selectionSet], operation)
  context.budget.addFields(selected.length)
  const described = selected.filter(({ name }) => name.startsWith('__'))
  checkIntrospection(
    described.flatMap(({ selectionSets }) => selectionSets),
    operation.fragments,
  )
  const fields = selected.map((field): RootField => {
    const { key, name } = field
    if (name === '__typename') return { key, kind: 'typename' }
    if (name.startsWith('__')) return { key, kind: 'introspection', field }
    columns.push(operation.isMutation ? mutateSql(field, context) : querySql(field, context))
    return { key, kind: 'data', column: columns.length - 1 }
  })
  if (operation.isMutation || columns.length === 0) return { fields, statements: columns }
  return { fields, statements: [sql`select ${joinSql(columns)}`] }
}

const asText = (value: Sql): Sql => sql`to_json(${value})::pg_catalog.text`

function querySql(field: SelectedField, context: CompileContext): Sql {
  const meaning = context.operation.meanings.get('Query', field.name)
  const place = { type: 'Query', field, around: 1 }
  switch (meaning?.kind) {
    case 'collection': {
      const { table } = meaning
      const rows = tableRows(table, (alias) => sql`${tableSql(table)} as ${ident(alias)}`)
      return asText(collectionSql(rows, place, context))
    }
    case 'routine': {
      const call = callSql(meaning.routine, context.arguments('Query', field))
      return asText(rowsOrRow(meaning.routine, call, place, context))
    }
    case 'node':
      return asText(nodeByIdSql(field, context))
    case 'by-key':
      return asText(nodeByKeySql(meaning.table, field, context))
    default:
      return asText(sql`now()`)
  }
}

function nodeByIdSql(field: SelectedField, context: CompileContext): Sql {
  const { nodeId } = context.arguments('Query', field)
  const found = decodeNodeId(typeof nodeId === 'string' ? nodeId : '', context.role)
  return oneSql(found.table, field, { context, where: found.where })
}

function nodeByKeySql(table: Table, field: SelectedField, context: CompileContext): Sql {
  const given = context.arguments('Query', field)
  const where = (source: Source) =>
    joinSql(
      table.primaryKey.map(({ name, type, field: key }) => {
        const value = bindCompared(given[key], type)
        return sql`${comparable(source.column(name), type)} = ${value}`
      }),
      ' and ',
    )
  return oneSql(table, field, { context, where })
}

type One = { readonly context: CompileContext; where(source: Source): Sql }

function oneSql(table: Table, field: SelectedField, { context, where }: One): Sql {
  const alias = context.nextAlias()
  const source = aliasSource(alias)
  const node = nodeSql({ table, source, around: 1 }, field, context)
  return sql`(select ${node} from ${tableSql(table)} as ${ident(alias)}
    where ${where(source)} limit 1)`
}

function mutateSql(field: SelectedField, context: CompileContext): Sql {
  const meaning = context.operation.meanings.get('Mutation', field.name)
  if (meaning?.kind === 'insert' || meaning?.kind === 'update' || meaning?.kind === 'delete')
    return mutationSql({ kind: meaning.kind, table: meaning.table, field }, context)
  if (meaning?.kind !== 'routine') return emptySql
  const call = callSql(meaning.routine, context.arguments('Mutation', field))
  const place = { type: 'Mutation', field, around: 1 }
  return sql`select ${asText(rowsOrRow(meaning.routine, call, place, context))}`
}
