import type { CompletionSource } from './completion-source.ts'
import type { NamedTable } from './statement-sources.ts'

export const DEFAULT_SCHEMA = 'public'

/** A table by its name; undefined if there is none, for example because its name is being typed. */
export async function findTable(
  source: CompletionSource,
  { schema = DEFAULT_SCHEMA, name }: NamedTable,
): Promise<{ id: number } | undefined> {
  const schemas = await source.schemas()
  if (!schemas.some((each) => each.name === schema)) return undefined
  const tables = await source.tables(schema)
  return tables.find((table) => table.name === name)
}
