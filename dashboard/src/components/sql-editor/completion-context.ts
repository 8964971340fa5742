export type NamedTable = { readonly schema: string | undefined; readonly name: string }

export type CompletionContext =
  /** After `people.` or `p.`: the columns of a table, or the tables of a schema. */
  | { readonly kind: 'member'; readonly qualifier: string; readonly table: NamedTable | undefined }
  /** After `from`, `join`, `into`, `update`, `table`: a table. */
  | { readonly kind: 'table' }
  /** Anywhere else: the columns of the statement's tables, all tables, and keywords. */
  | { readonly kind: 'any'; readonly tables: readonly NamedTable[] }

const NAME = String.raw`(?:"(?:[^"]|"")+"|[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*)`
const TABLE_AFTER = /\b(?:from|join|into|update|table|truncate|only)\s+(?:[\w."]*)$/i
const MEMBER = new RegExp(`(${NAME})\\s*\\.\\s*(?:[\\w$]*)$`, 'u')
/** Words that can follow a table's name without being its alias. */
const NO_ALIAS =
  'where|set|on|using|join|inner|left|right|full|cross|natural|group|order|limit|offset|union|returning|values|select|having|window|for|default|as|when|then'
const MENTION = new RegExp(
  String.raw`\b(?:from|join|into|update)\s+(?:only\s+)?(?:(${NAME})\s*\.\s*)?(${NAME})(?![\w$]|\s*\.)(?:\s+(?:as\s+)?(?!(?:${NO_ALIAS})\b)(${NAME}))?`,
  'giu',
)

/**
 * Determines what is being typed at the end of `before`. `statement` is the whole statement, so
 * that tables named after the cursor are found too (`select | from people`).
 */
export function completionContext(before: string, statement: string): CompletionContext {
  const member = MEMBER.exec(before)?.[1]
  if (member !== undefined) {
    const qualifier = bare(member)
    const mentions = mentionsIn(statement)
    const table = mentions.find(({ alias, name }) => (alias ?? name) === qualifier)
    return { kind: 'member', qualifier, table }
  }
  if (TABLE_AFTER.test(before)) return { kind: 'table' }
  return { kind: 'any', tables: mentionsIn(statement) }
}

function mentionsIn(statement: string): (NamedTable & { alias: string | undefined })[] {
  return [...statement.matchAll(MENTION)].map(([, schema, name = '', alias]) => ({
    schema: schema === undefined ? undefined : bare(schema),
    name: bare(name),
    alias: alias === undefined ? undefined : bare(alias),
  }))
}

/** A name as the catalog stores it: unquoted names are lowercase. */
function bare(name: string): string {
  if (!name.startsWith('"')) return name.toLowerCase()
  return name.slice(1, -1).replaceAll('""', '"')
}

/** A name as it must be written: quoted if Postgres would read it differently without quotes. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
