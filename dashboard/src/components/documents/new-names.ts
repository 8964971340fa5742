import type { SnippetType } from '@stoa/contract/platform/content'

export const NEW_SNIPPET_NAME = 'Untitled query'

/** The names of texts that have neither content nor a name yet. */
export const NEW_NAMES: Record<SnippetType, string> = {
  sql: NEW_SNIPPET_NAME,
  notebook: 'Untitled notebook',
  report: 'Untitled report',
  log_sql: 'Untitled log query',
}

/** The word for a document in a sentence. */
export type DocumentNoun = 'query' | 'notebook' | 'report' | 'log query' | 'chat'
