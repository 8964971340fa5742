/** A token of SQL text, as detailed as finding the ends of statements and parentheses needs. */
export type SqlToken = (
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'symbol'; readonly text: string }
  | { readonly kind: 'quoted' }
  | { readonly kind: 'parameter' }
  /** An unclosed quote or comment; always the last token. */
  | { readonly kind: 'unterminated' }
) & {
  /** Index of the token's first code unit. */
  readonly start: number
}

const SPACE = /\s+/y
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y
const NUMBER = /[0-9][\w.]*/y
const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const PARAMETER = /\$[0-9]+/y
const COMMENT_EDGE = /\/\*|\*\//g

/**
 * Splits SQL text by the rules of Postgres's lexer: quotes, dollar quotes, nested comments. Words
 * are in lower case; white space, comments and numbers are dropped.
 */
export function* scanSql(text: string): Generator<SqlToken> {
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const start = at
    const skipped = match(SPACE) ?? match(NUMBER)
    if (skipped !== undefined) {
      at += skipped.length
      continue
    }
    if (text.startsWith('--', at)) {
      at = after(text.indexOf('\n', at), 1) ?? text.length
      continue
    }
    if (text.startsWith('/*', at)) {
      const end = endOfComment(text, at)
      if (end === undefined) return yield { kind: 'unterminated', start }
      at = end
      continue
    }
    const end = endOfQuoted(text, at, match(DOLLAR_TAG))
    if (end !== undefined) {
      if (end === 'never') return yield { kind: 'unterminated', start }
      at = end
      yield { kind: 'quoted', start }
      continue
    }
    const word = match(WORD)
    if (word !== undefined) {
      at += word.length
      yield { kind: 'word', text: word.toLowerCase(), start }
      continue
    }
    const parameter = match(PARAMETER)
    if (parameter !== undefined) {
      at += parameter.length
      yield { kind: 'parameter', start }
      continue
    }
    yield { kind: 'symbol', text: text.charAt(at), start }
    at += 1
  }
}

const after = (found: number, length: number) => (found < 0 ? undefined : found + length)

function endOfComment(text: string, start: number): number | undefined {
  let depth = 0
  COMMENT_EDGE.lastIndex = start
  for (let edge = COMMENT_EDGE.exec(text); edge; edge = COMMENT_EDGE.exec(text)) {
    depth += edge[0] === '/*' ? 1 : -1
    if (depth === 0) return COMMENT_EDGE.lastIndex
  }
  return undefined
}

function endOfQuoted(
  text: string,
  at: number,
  tag: string | undefined,
): number | 'never' | undefined {
  if (tag !== undefined) return after(text.indexOf(tag, at + tag.length), tag.length) ?? 'never'
  const quote = text[at]
  // A doubled quote is read as two adjacent strings, which has the same effect.
  if (quote === "'" || quote === '"') return after(text.indexOf(quote, at + 1), 1) ?? 'never'
  if ((quote === 'e' || quote === 'E') && text[at + 1] === "'") return endOfEscaped(text, at + 2)
  return undefined
}

function endOfEscaped(text: string, start: number): number | 'never' {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === "'") {
      if (text[at + 1] !== "'") return at + 1
      at += 1
    }
  }
  return 'never'
}

/** A text as a literal between dollars, with a tag that the text does not contain. */
export function quotedDollars(text: string): string {
  let tag = '$stoa$'
  for (let number = 1; text.includes(tag); number++) tag = `$stoa${number}$`
  return `${tag}${text}${tag}`
}
