/** Reads database names for completion. The implementation caches the results. */
export type CompletionSource = {
  schemas: () => Promise<readonly { name: string }[]>
  tables: (schema: string) => Promise<readonly { id: number; name: string; kind: string }[]>
  columns: (tableId: number) => Promise<readonly { name: string; type: string }[]>
  foreignKeys: (tableId: number) => Promise<readonly TableForeignKey[]>
}

export type TableForeignKey = {
  columns: readonly string[]
  target_schema: string
  target_table: string
  target_columns: readonly string[]
}
