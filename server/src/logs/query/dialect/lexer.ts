/**
 * - `word`: a keyword, a name or a number.
 * - `name`: a quoted name; `value` is the name.
 * - `string`: a constant; `value` is its content.
 * - `double`: text in double quotes, which is a name or a constant.
 * - `symbol`: one other character.
 */
export type Token = {
  readonly kind: 'word' | 'name' | 'string' | 'double' | 'symbol'
  /** As it stands in the output. */
  readonly text: string
  /** Lowercase for words. */
  readonly value: string
  /** Where it begins in the original text. */
  readonly start: number
  /** Whether something separates it from the token before. */
  readonly isApart: boolean
}

/** Text without an end: a constant or comment that is not closed. */
export class OpenText extends Error {
  readonly start: number

  constructor(start: number) {
    super('A quote or comment is not closed')
    this.name = 'OpenText'
    this.start = start
  }
}

const SPACE = /\s+/y
const LINE_COMMENT = /(?:--|#)[^\n]*/y
const WORD = /[\p{L}_\d][\p{L}\p{M}_\d$]*/uy
const NUMBER = /\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/y
/** Raw, byte, or both, before a quote. */
const PREFIX = /(?:r|b|rb|br)(?=['"])/iy

/** The tokens of a text, without comments. Takes time in proportion to the text's length. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  let isApart = false
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const start = at
    const gap = match(SPACE) ?? match(LINE_COMMENT) ?? blockComment(text, at)
    if (gap !== undefined) {
      at += gap.length
      isApart = true
      continue
    }
    const token = readToken(text, start, match)
    tokens.push({ ...token, start, isApart })
    at += token.length
    isApart = false
  }
  return tokens
}

type Read = Pick<Token, 'kind' | 'text' | 'value'> & { readonly length: number }

function readToken(
  text: string,
  start: number,
  match: (pattern: RegExp) => string | undefined,
): Read {
  const prefix = match(PREFIX) ?? ''
  const quote = text[start + prefix.length] ?? ''
  if (quote === "'" || quote === '"') return readQuoted(text, { start, prefix, quote })
  if (quote === '`') {
    const end = text.indexOf('`', start + 1)
    if (end === -1) throw new OpenText(start)
    const value = text.slice(start + 1, end)
    return { kind: 'name', text: quoteName(value), value, length: value.length + 2 }
  }
  const word = match(NUMBER) ?? match(WORD)
  if (word !== undefined)
    return { kind: 'word', text: word, value: word.toLowerCase(), length: word.length }
  return { kind: 'symbol', text: quote, value: quote, length: 1 }
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    n: '\n',
    r: '\r',
    t: '\t',
    '\\': '\\',
    "'": "'",
    '"': '"',
    '`': '`',
  }),
)

/** A constant: a doubled quote is a quote, and a backslash escapes unless the constant is raw. */
function readQuoted(
  text: string,
  { start, prefix, quote }: { start: number; prefix: string; quote: string },
): Read {
  const isRaw = /r/i.test(prefix)
  let value = ''
  let at = start + prefix.length + 1
  for (;;) {
    const character = text[at]
    if (character === undefined) throw new OpenText(start)
    const next = text[at + 1]
    if (character === quote && next !== quote) break
    if (character === quote) {
      value += quote
      at += 2
    } else if (character === '\\' && next !== undefined) {
      // Patterns are also written with single backslashes, which other dialects take as they are.
      value += isRaw ? character + next : (ESCAPES.get(next) ?? character + next)
      at += 2
    } else {
      value += character
      at += 1
    }
  }
  const kind = quote === '"' && prefix === '' ? 'double' : 'string'
  const output = kind === 'double' ? quoteName(value) : quoteText(value)
  return { kind, text: output, value, length: at + 1 - start }
}

function blockComment(text: string, at: number): string | undefined {
  if (!text.startsWith('/*', at)) return undefined
  const end = text.indexOf('*/', at + 2)
  if (end === -1) throw new OpenText(at)
  return text.slice(at, end + 2)
}

/** The rewriter's own quoting: its result is parsed and checked by the query engine. */
export const quoteText = (value: string): string => `'${value.replaceAll("'", "''")}'`
export const quoteName = (value: string): string => `"${value.replaceAll('"', '""')}"`
