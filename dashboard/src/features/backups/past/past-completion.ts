import type { CompletionSource } from '../../../components/sql-editor/completion-source.ts'

/** The words of SQL only: tables of the moment are chosen from the list beside the text. */
export const pastCompletion: CompletionSource = {
  schemas: async () => [],
  tables: async () => [],
  columns: async () => [],
  foreignKeys: async () => [],
}
