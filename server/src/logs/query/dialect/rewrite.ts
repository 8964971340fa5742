import { LOG_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { fileColumns } from '../columns.ts'
import { queryRefused, type TextPosition } from '../errors.ts'
import { createEdits } from './edits.ts'
import { rewriteFunctions } from './functions.ts'
import { OpenText, quoteText, tokenize, type Token } from './lexer.ts'
import { removeUnnesting } from './unnest.ts'

export type RewrittenQuery = {
  readonly text: string
  /** The sources that it names. */
  readonly sources: readonly LogSourceName[]
  /** The place in the original text of a byte in the rewritten one. */
  positionOf(offset: number): TextPosition
}

/**
 * Translates the dialect of saved log queries, BigQuery's, to the query engine's. Works on tokens
 * and does not judge what a query may do: the engine parses the result, and that is what is checked.
 */
export function rewriteQuery(original: string): RewrittenQuery {
  const written = readDoubleQuotes(lex(original))
  const tokens = rewriteFunctions(removeUnnesting(nameStars(written)))
  const named = new Set(written.map(({ value }) => value.toLowerCase()))
  const starts: { readonly offset: number; readonly start: number }[] = []
  let offset = 0
  let text = ''
  for (const token of withoutEnd(tokens)) {
    const piece = token.isApart && text !== '' ? ` ${token.text}` : token.text
    starts.push({ offset: offset + piece.length - token.text.length, start: token.start })
    text += piece
    offset += Buffer.byteLength(piece)
  }
  return {
    text,
    sources: LOG_SOURCES.map(({ reference }) => reference).filter((name) => named.has(name)),
    positionOf(wanted) {
      const found = starts.findLast((each) => each.offset <= wanted)
      return placeIn(original, found?.start ?? 0)
    },
  }
}

function lex(text: string): readonly Token[] {
  try {
    return tokenize(text)
  } catch (error) {
    if (!(error instanceof OpenText)) throw error
    throw queryRefused(error.message, placeIn(text, error.start))
  }
}

function placeIn(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** A query can end with a semicolon. */
const withoutEnd = (tokens: readonly Token[]): readonly Token[] =>
  tokens.at(-1)?.value === ';' ? tokens.slice(0, -1) : tokens

/** The columns of files and the sources; other columns of views are often constants, too. */
const NAMES: ReadonlySet<string> = new Set(
  LOG_SOURCES.flatMap(({ reference }) => [
    reference,
    'metadata',
    ...fileColumns(reference).map(({ name }) => name),
  ]),
)

/** Text in double quotes is a constant, unless it is a name that the sources or the query define. */
function readDoubleQuotes(tokens: readonly Token[]): readonly Token[] {
  const isNamed = (index: number) =>
    tokens[index - 1]?.value === 'as' ||
    tokens[index - 1]?.value === '.' ||
    tokens[index + 1]?.value === '.'
  const defined = new Set(
    tokens.flatMap(({ kind, value }, index) =>
      kind === 'double' && isNamed(index) ? [value] : [],
    ),
  )
  return tokens.map((token, index) => {
    if (token.kind !== 'double') return token
    const isName =
      isNamed(index) ||
      defined.has(token.value) ||
      (NAMES.has(token.value) && !isCompared(tokens, index))
    return isName
      ? { ...token, kind: 'name' }
      : { ...token, kind: 'string', text: quoteText(token.value) }
  })
}

/** Whether a value stands to the right of a comparison. */
const isCompared = (tokens: readonly Token[], index: number) =>
  ['=', '>', '<', 'like'].includes(tokens[index - 1]?.value ?? '')

const SOURCES: ReadonlyMap<string, boolean> = new Map(
  LOG_SOURCES.map(({ reference, fields }) => [
    reference,
    fields.some(({ path }) => path === 'identifier'),
  ]),
)

/**
 * `select *` from one source means the columns that the field reference lists. The other names of the
 * same values are there to be named.
 */
function nameStars(tokens: readonly Token[]): readonly Token[] {
  const edits = createEdits(tokens)
  tokens.forEach(({ value }, index) => {
    if (value !== 'select' || tokens[index + 1]?.value !== '*') return
    const hasIdentifier = SOURCES.get(tokens[index + 3]?.value ?? '')
    if (tokens[index + 2]?.value !== 'from' || hasIdentifier === undefined) return
    const isJoined = tokens
      .slice(index + 4, index + 7)
      .some((token) => token.value === 'join' || token.value === ',')
    if (isJoined) return
    const columns = ['id', 'timestamp', 'event_message', ...(hasIdentifier ? ['identifier'] : [])]
    edits.replace(index + 1, `${columns.join(', ')}, metadata`)
  })
  return edits.apply()
}
