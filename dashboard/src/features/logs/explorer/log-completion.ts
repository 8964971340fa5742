import { LOG_SOURCES, logColumn } from '@stoa/contract/catalog/log-sources'
import type { CompletionSource } from '../../../components/sql-editor/completion-source.ts'

/** The sources and their columns, for the completion of the editor. */
export const LOG_COMPLETION: CompletionSource = {
  schemas: async () => [],
  tables: async () =>
    LOG_SOURCES.map(({ reference, name }, id) => ({ id, name: reference, kind: name })),
  columns: async (id) =>
    (LOG_SOURCES[id]?.fields ?? []).map((field) => ({
      name: logColumn(field),
      type: field.type,
    })),
  foreignKeys: async () => [],
}
