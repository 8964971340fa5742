import { readName, type WrittenName } from './relation-name.ts'
import {
  splitStatements,
  type Statement,
  type Token,
} from '@stoa/contract/services/meta/statements'

/** A table that a text creates without enabling row level security for it. */
export type OpenTable = {
  /** The name as in the text, with its quotes. */
  readonly written: string
  readonly schema: string
  readonly name: string
  /** Created only if it does not exist yet. */
  readonly isConditional: boolean
}

/** The schema of names without one, unless the text or a role changes the search path. */
export const DEFAULT_SCHEMA = 'public'

/**
 * Finds the tables that a text creates without enabling row level security for them. Temporary
 * tables belong to their session, and foreign tables have no policies, so they are left out.
 */
export function findOpenTables(text: string): OpenTable[] {
  const created: OpenTable[] = []
  const secured = new Set<string>()
  for (const statement of splitStatements(text)) {
    const table = createdTable(text, statement)
    if (table) created.push(table)
    const closed = securedTable(text, statement)
    if (closed) secured.add(keyOf(closed))
  }
  return created.filter((table) => !secured.has(keyOf(table)))
}

/** The statements that enable row level security for tables, to run after those that create them. */
export const securing = (tables: readonly OpenTable[]): string =>
  tables.map(({ written }) => `\n;alter table ${written} enable row level security`).join('')

const keyOf = ({ schema = DEFAULT_SCHEMA, name }: Pick<WrittenName, 'schema' | 'name'>): string =>
  `${schema}\n${name}`

const PERSISTENT = new Set(['global', 'local', 'unlogged'])

function createdTable(text: string, { tokens }: Statement): OpenTable | undefined {
  if (tokens[0]?.word !== 'create') return undefined
  const at = tokens.findIndex(({ word }, index) => index > 0 && !PERSISTENT.has(word))
  if (tokens[at]?.word !== 'table') return undefined
  const isConditional = wordsAt(tokens, at + 1, ['if', 'not', 'exists'])
  const name = nameAfter(text, tokens[isConditional ? at + 3 : at])
  if (!name) return undefined
  const { written, schema = DEFAULT_SCHEMA } = name
  return { written, schema, name: name.name, isConditional }
}

function securedTable(text: string, { tokens }: Statement): WrittenName | undefined {
  const isEnabling = tokens.some((_, index) =>
    wordsAt(tokens, index, ['enable', 'row', 'level', 'security']),
  )
  if (!isEnabling || !wordsAt(tokens, 0, ['alter', 'table'])) return undefined
  const afterCondition = wordsAt(tokens, 2, ['if', 'exists']) ? 4 : 2
  const afterOnly = wordsAt(tokens, afterCondition, ['only']) ? afterCondition + 1 : afterCondition
  return nameAfter(text, tokens[afterOnly - 1])
}

const wordsAt = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, index) => tokens[at + index]?.word === word)

const nameAfter = (text: string, token: Token | undefined): WrittenName | undefined =>
  token && readName(text, token.end)
