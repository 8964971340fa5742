import { quoteName } from './completion-context.ts'
import type { CompletionSource, TableForeignKey } from './completion-source.ts'
import { DEFAULT_SCHEMA, findTable } from './find-table.ts'
import type { NamedTable, Source } from './statement-sources.ts'

type Join = { readonly joined: Source; readonly sources: readonly Source[] }
type Side = {
  readonly alias: string
  readonly table: NamedTable
  readonly keys: readonly TableForeignKey[]
}

/** Tables of one statement whose keys are looked up. */
const MOST_TABLES = 10

/** The conditions that join a table to the others by a foreign key of either. */
export async function joinConditions(
  { joined, sources }: Join,
  source: CompletionSource,
): Promise<string[]> {
  const right = await sideOf(joined, source)
  if (!right) return []
  const others = sources.filter(({ alias }) => alias !== joined.alias).slice(0, MOST_TABLES)
  const lefts = await Promise.all(others.map((other) => sideOf(other, source)))
  const conditions = lefts.flatMap((left) =>
    left ? [...conditionsOf(left, right), ...conditionsOf(right, left)] : [],
  )
  return [...new Set(conditions)]
}

async function sideOf(
  { alias, tables, columns }: Source,
  source: CompletionSource,
): Promise<Side | undefined> {
  const [table] = tables
  if (!table || tables.length > 1 || columns.length > 0) return undefined
  const found = await findTable(source, table)
  return found && { alias, table, keys: await source.foreignKeys(found.id) }
}

function conditionsOf(from: Side, to: Side): string[] {
  const { schema = DEFAULT_SCHEMA, name } = to.table
  return from.keys
    .filter(({ target_schema, target_table }) => target_schema === schema && target_table === name)
    .map(({ columns, target_columns: targets }) =>
      columns
        .map((column, index) => `${written(from, column)} = ${written(to, targets[index] ?? '')}`)
        .join(' and '),
    )
}

const written = ({ alias }: Side, column: string) => `${quoteName(alias)}.${quoteName(column)}`
