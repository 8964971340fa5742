import { isRecord } from '../client/http.ts'
import { readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'
import { DRAFT_PREFIX } from './unsaved-drafts.ts'

/** It belongs to the account, as the drafts of queries do: signing out names and removes it. */
const keyOf = (projectRef: string) => `${DRAFT_PREFIX}inline.${projectRef}`

type InlineText = { readonly sql: string }

const isKept = (value: unknown): value is InlineText | null =>
  value === null || (isRecord(value) && typeof value['sql'] === 'string')

/** The text of the SQL panel of a project. */
export const readInlineSql = (projectRef: string): string =>
  readSetting<InlineText | null>(keyOf(projectRef), null, isKept)?.sql ?? ''

export function keepInlineSql(projectRef: string, sql: string): void {
  if (sql.trim() === '') removeSetting(keyOf(projectRef))
  else writeSetting(keyOf(projectRef), { sql })
}
