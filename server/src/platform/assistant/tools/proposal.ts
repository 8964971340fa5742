import type { ProposedSql } from '@stoa/contract/platform/assistant'
import { splitStatements } from '@stoa/contract/services/meta/statements'
import { z } from 'zod'

/** The tool with which a model shows SQL to the person. The server never runs it. */
export const proposal = {
  name: 'propose_sql',
  description:
    'Shows SQL to the person with a button to run it, and ends your answer. Use it for every change ' +
    'of data or definitions, and for queries whose rows you cannot or need not see.',
  input: z.object({
    title: z.string().min(1).max(100).describe('A short title in sentence case.'),
    sql: z.string().min(1).max(100_000).describe('One or more statements of Postgres.'),
  }),
}

const QUERIES = new Set(['select', 'table', 'values', 'show', 'explain', 'with'])
const WRITES = new Set(['insert', 'update', 'delete', 'merge', 'into'])
const DEFINITIONS = new Set([
  'create',
  'alter',
  'drop',
  'grant',
  'revoke',
  'comment',
  'reindex',
  'refresh',
])

/**
 * The kind of a text. It only decides how the text is presented and whether it becomes a migration:
 * a query runs in a read-only transaction, so a text that is mistaken for one cannot write.
 */
export function kindOfSql(sql: string): ProposedSql {
  const kinds = splitStatements(sql).map(({ tokens }) => {
    const words = tokens.map(({ word }) => word)
    const [first = ''] = words
    if (DEFINITIONS.has(first)) return 'definition'
    if (QUERIES.has(first) && !words.some((word) => WRITES.has(word))) return 'query'
    return 'change'
  })
  if (kinds.includes('definition')) return 'definition'
  return kinds.includes('change') ? 'change' : 'query'
}
