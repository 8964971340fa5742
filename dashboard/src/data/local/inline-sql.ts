import { isRecord } from '../client/http.ts'
import { readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'
import { DRAFT_PREFIX } from './unsaved-drafts.ts'

/**
 * It belongs to the account, as the drafts of queries do: signing out names and removes it. Each
 * content of the panel has its own, so that editing an object keeps the query that a person wrote.
 */
const keyOf = (projectRef: string, content: string) =>
  `${DRAFT_PREFIX}inline.${projectRef}${content === QUERY ? '' : `.${content}`}`

/** The content of the panel that is a query of its own and no object. */
const QUERY = 'query'

type InlineText = { readonly sql: string }

const isKept = (value: unknown): value is InlineText | null =>
  value === null || (isRecord(value) && typeof value['sql'] === 'string')

/** The text of the SQL panel of a project. */
export const readInlineSql = (projectRef: string, content: string): string =>
  readSetting<InlineText | null>(keyOf(projectRef, content), null, isKept)?.sql ?? ''

export function keepInlineSql(projectRef: string, content: string, sql: string): void {
  const key = keyOf(projectRef, content)
  if (sql.trim() === '') removeSetting(key)
  else writeSetting(key, { sql })
}
