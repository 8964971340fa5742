import { quoteIdent } from '../../../postgres/sql.ts'
import { scanSql } from '../sql-text.ts'

type TableName = { readonly schema: string; readonly name: string }
type Word = { readonly name: string; readonly start: number; readonly end: number }

const QUOTED_NAME = /"((?:[^"]|"")*)"/y

/**
 * The statement with another schema where it names one of the tables with its own. Tables that it
 * names without a schema are found by the search path.
 */
export function withSchema(text: string, tables: readonly TableName[], schema: string): string {
  const wanted = new Set(tables.map((table) => JSON.stringify([table.schema, table.name])))
  let result = ''
  let written = 0
  for (const [first, second] of qualifiedNames(text)) {
    if (!wanted.has(JSON.stringify([first.name, second.name]))) continue
    result += text.slice(written, first.start) + quoteIdent(schema)
    written = first.end
  }
  return result + text.slice(written)
}

/** Pairs of names with a dot between them. */
function* qualifiedNames(text: string): Generator<[Word, Word]> {
  let previous: Word | undefined
  let isDotted = false
  let end = 0
  for (const token of scanSql(text)) {
    // A doubled quote is read as two tokens.
    if (token.start < end) continue
    if (token.kind === 'symbol' && token.text === '.' && previous) {
      isDotted = true
      continue
    }
    const word = wordAt(text, token)
    if (word && previous && isDotted) yield [previous, word]
    previous = word
    isDotted = false
    end = word?.end ?? token.start
  }
}

function wordAt(
  text: string,
  token: { readonly kind: string; readonly start: number; readonly text?: string },
): Word | undefined {
  const { start } = token
  if (token.kind === 'word' && token.text !== undefined)
    return { name: token.text, start, end: start + token.text.length }
  if (token.kind !== 'quoted') return undefined
  QUOTED_NAME.lastIndex = start
  const name = QUOTED_NAME.exec(text)?.[1]
  if (name === undefined) return undefined
  return { name: name.replaceAll('""', '"'), start, end: QUOTED_NAME.lastIndex }
}
