import {
  bare,
  commonNames,
  currentScope,
  NAME,
  sourcesIn,
  type Source,
} from './statement-sources.ts'

export type CompletionContext =
  /** After `people.` or `p.`: the columns of a source, or the tables of a schema. */
  | { readonly kind: 'member'; readonly qualifier: string; readonly source: Source | undefined }
  /** After `from`, `join`, `into`, `update`, `table`: a table or a common table expression. */
  | { readonly kind: 'table'; readonly common: readonly string[] }
  /** After `join x on`: a condition by a foreign key, then the columns of the sources. */
  | { readonly kind: 'join'; readonly joined: Source; readonly sources: readonly Source[] }
  /** Anywhere else: the columns of the statement's sources, all tables, and keywords. */
  | { readonly kind: 'any'; readonly sources: readonly Source[] }

const TABLE_AFTER = /\b(?:from|join|into|update|table|truncate|only)\s+(?:[\w."]*)$/i
const MEMBER = new RegExp(`(${NAME})\\s*\\.\\s*(?:[\\w$]*)$`, 'u')
const JOIN_ON = new RegExp(
  String.raw`\bjoin\s+(?:${NAME}\s*\.\s*)?(${NAME})(?:\s+(?:as\s+)?(${NAME}))?\s+on\s+[\w$]*$`,
  'iu',
)

/**
 * Determines what is being typed at the end of `before`. `statement` is the whole statement, so
 * that tables named after the cursor are found too (`select | from people`).
 */
export function completionContext(before: string, statement: string): CompletionContext {
  const sources = sourcesIn(statement)
  const member = MEMBER.exec(before)?.[1]
  if (member !== undefined) {
    const qualifier = bare(member)
    return { kind: 'member', qualifier, source: sources.find(({ alias }) => alias === qualifier) }
  }
  if (TABLE_AFTER.test(before)) return { kind: 'table', common: commonNames(statement) }
  const join = JOIN_ON.exec(before)
  const alias = join && bare(join[2] ?? join[1] ?? '')
  const joined = sources.find((source) => source.alias === alias)
  if (!joined) return { kind: 'any', sources }
  // Tables in parentheses can't be joined by their columns here.
  const reachable = new Set(sourcesIn(currentScope(before)).map((source) => source.alias))
  return { kind: 'join', joined, sources: sources.filter((source) => reachable.has(source.alias)) }
}

/** A name as it must be written: quoted if Postgres would read it differently without quotes. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
