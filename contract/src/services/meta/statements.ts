/** A word of a statement, or a closing bracket. */
export type Token = {
  readonly word: string
  readonly depth: number
  /** The index in the text after the word. */
  readonly end: number
}
type StatementRange = {
  /** The index of its first character that is neither white space nor a comment. */
  readonly start: number
  /** The index of its semicolon, or of the end of the text. */
  readonly end: number
}
export type Statement = StatementRange & {
  /** Words outside quotes and comments, in lower case, with their bracket depth. */
  readonly tokens: readonly Token[]
}

/**
 * Splits SQL text at its semicolons as psql does, skipping line comments, nested block comments,
 * quotes, escape strings and dollar quotes. Semicolons in parentheses and in the bodies of functions
 * of standard SQL belong to their statement. It makes a single pass, so the time is linear in the
 * length of the text.
 *
 * Only for what people read and select: hostile text can look like fewer statements than Postgres
 * finds in it, so nothing that protects data may rely on this split.
 */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let tokens: Token[] = []
  scanStatements(text, {
    token: (token) => tokens.push(token),
    statement(range) {
      if (tokens.length > 0) statements.push({ ...range, tokens })
      tokens = []
    },
  })
  return statements
}

/** The index of each statement's first character. Needs little memory, however long the text is. */
export function statementStartsIn(text: string): number[] {
  const starts: number[] = []
  scanStatements(text, { statement: ({ start }) => starts.push(start) })
  return starts
}

type StatementListener = {
  readonly token?: (token: Token) => void
  readonly statement: (range: StatementRange) => void
}

/** Enough words to recognize the definition of a function. */
const OPENING_WORDS = 4

function scanStatements(text: string, { token, statement }: StatementListener): void {
  let opening: string[] = []
  let depth = 0
  let bodyDepth = 0
  let start = -1
  let index = 0

  const add = (word: string, end: number) => {
    if (opening.length < OPENING_WORDS) opening.push(word)
    token?.({ word, depth, end })
  }
  const close = () => {
    if (start !== -1) statement({ start, end: index })
    opening = []
    start = -1
    depth = 0
    bodyDepth = 0
  }

  while (index < text.length) {
    const skipped = skipQuiet(text, index)
    const code = text.charCodeAt(index)
    if (skipped > index) {
      if (start === -1 && !isCommentStart(code)) start = index
      index = skipped
      continue
    }
    if (code === SEMICOLON && depth === 0 && bodyDepth === 0) {
      close()
      index += 1
      continue
    }
    if (start === -1 && !isSpace(code)) start = index
    if (code === OPEN) depth += 1
    if (code === CLOSE) {
      depth = Math.max(0, depth - 1)
      // A separator token, so that two adjacent brackets are not read as one.
      add(')', index + 1)
    }
    if (!isWordStart(code)) {
      index += 1
      continue
    }
    const end = wordEnd(text, index)
    const word = text.slice(index, end).toLowerCase()
    add(word, end)
    if (depth === 0) bodyDepth = bodyDepthAfter(word, { opening, bodyDepth })
    index = end
  }
  close()
}

/** Counts `begin`, `case` and `end` in the definition of a function, as psql does. */
function bodyDepthAfter(
  word: string,
  { opening, bodyDepth }: { readonly opening: readonly string[]; readonly bodyDepth: number },
): number {
  if (word === 'end') return Math.max(0, bodyDepth - 1)
  if (word === 'case') return bodyDepth > 0 ? bodyDepth + 1 : 0
  const [first, second, , fourth] = opening
  if (word !== 'begin' || first !== 'create') return bodyDepth
  const kind = second === 'or' ? fourth : second
  return kind === 'function' || kind === 'procedure' ? bodyDepth + 1 : bodyDepth
}

const SEMICOLON = 59
const OPEN = 40
const CLOSE = 41
const QUOTE = 39
const DOUBLE_QUOTE = 34
const DASH = 45
const SLASH = 47
const STAR = 42
const DOLLAR = 36

const isSpace = (code: number) => code <= 32 || code === 160
const isCommentStart = (code: number) => code === DASH || code === SLASH
const isWordStart = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127
const isWordPart = (code: number) =>
  isWordStart(code) || (code >= 48 && code <= 57) || code === DOLLAR

function wordEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isWordPart(text.charCodeAt(end))) end += 1
  return end
}

/** The position after the comment or quote that starts here, or `index` if none does. */
export function skipQuiet(text: string, index: number): number {
  const code = text.charCodeAt(index)
  const next = text.charCodeAt(index + 1)
  if (code === DASH && next === DASH) return after(text.indexOf('\n', index), text)
  if (code === SLASH && next === STAR) return skipBlockComment(text, index)
  if (code === QUOTE) return skipQuoted(text, index, { quote: QUOTE, escapes: false })
  if (code === DOUBLE_QUOTE) return skipQuoted(text, index, { quote: DOUBLE_QUOTE, escapes: false })
  if ((code === 69 || code === 101) && next === QUOTE) {
    return skipQuoted(text, index + 1, { quote: QUOTE, escapes: true })
  }
  if (code === DOLLAR) return skipDollarQuote(text, index)
  return index
}

const after = (found: number, text: string) => (found === -1 ? text.length : found + 1)

function skipBlockComment(text: string, start: number): number {
  let depth = 0
  let index = start
  while (index < text.length) {
    if (text.startsWith('/*', index)) {
      depth += 1
      index += 2
      continue
    }
    if (text.startsWith('*/', index)) {
      depth -= 1
      index += 2
      if (depth === 0) return index
      continue
    }
    index += 1
  }
  return index
}

function skipQuoted(
  text: string,
  start: number,
  { quote, escapes }: { quote: number; escapes: boolean },
): number {
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (escapes && code === 92) {
      index += 2
      continue
    }
    if (code !== quote) {
      index += 1
      continue
    }
    if (text.charCodeAt(index + 1) !== quote) return index + 1
    index += 2
  }
  return text.length
}

const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$/y

function skipDollarQuote(text: string, start: number): number {
  DOLLAR_TAG.lastIndex = start
  const tag = DOLLAR_TAG.exec(text)?.[0]
  if (tag === undefined) return start
  const end = text.indexOf(tag, start + tag.length)
  return end === -1 ? text.length : end + tag.length
}
