import { MAX_WORDS } from './limits.ts'

/** Where the search for the end of a statement is. It continues when more of the file was read. */
export type StatementScan = {
  at: number
  /** The text that ends a quoted part or a comment; undefined outside of them. */
  closing: string | undefined
  hasEscapes: boolean
  /** Open block comments, parentheses, and blocks of a function body. */
  comments: number
  parentheses: number
  blocks: number
  /** The statement's words outside of quotes and comments, in lower case. */
  readonly words: string[]
}

export const startScan = (): StatementScan => ({
  at: 0,
  closing: undefined,
  hasEscapes: false,
  comments: 0,
  parentheses: 0,
  blocks: 0,
  words: [],
})

// A word, number, dollar quote, or any other single character. All but a quote are short.
const TOKEN =
  /[\p{L}_\u0080-\uffff][\p{L}\p{N}_$\u0080-\uffff]*|\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$|\d[\w.]*|--|\/\*|./suy

/**
 * Continues to look for the semicolon that ends a statement. Returns its position, or undefined if
 * more text is needed. The rules are those of psql: quotes, comments, parentheses, and the bodies of
 * functions with BEGIN ATOMIC hide semicolons.
 */
export function findEnd(text: string, scan: StatementScan, isLast: boolean): number | undefined {
  while (scan.at < text.length) {
    if (scan.closing !== undefined || scan.comments > 0) {
      if (!skipHidden(text, scan, isLast)) return undefined
      continue
    }
    TOKEN.lastIndex = scan.at
    const token = TOKEN.exec(text)?.[0] ?? text.charAt(scan.at)
    const end = scan.at + token.length
    // The next character may belong to the token.
    if (!isLast && end + 1 >= text.length) return undefined
    if (token === ';' && scan.parentheses === 0 && scan.blocks === 0) return scan.at
    take(token, scan, text.charAt(end))
    scan.at = end
  }
  return undefined
}

function take(token: string, scan: StatementScan, next: string): void {
  if (token === '(') scan.parentheses += 1
  else if (token === ')') scan.parentheses = Math.max(0, scan.parentheses - 1)
  else if (token === "'" || token === '"') open(scan, token)
  else if (token === '--') open(scan, '\n')
  else if (token === '/*') scan.comments = 1
  else if (token.startsWith('$') && token.length > 1) open(scan, token)
  else if (/^[\p{L}_\u0080-\uffff]/u.test(token)) takeWord(token.toLowerCase(), scan, next)
}

function open(scan: StatementScan, closing: string): void {
  scan.closing = closing
  scan.hasEscapes = scan.words.at(-1) === ESCAPES
  if (scan.hasEscapes) scan.words.pop()
}

/** Marks the E before a quote, which is not a word. */
const ESCAPES = 'e'

function takeWord(word: string, scan: StatementScan, next: string): void {
  if (word === ESCAPES && next !== "'") return
  if (word === ESCAPES || scan.words.length < MAX_WORDS) scan.words.push(word)
  if (!isRoutine(scan.words)) return
  if (word === 'atomic' || (scan.blocks > 0 && (word === 'begin' || word === 'case')))
    scan.blocks += 1
  else if (word === 'end' && scan.blocks > 0) scan.blocks -= 1
}

const isRoutine = (words: readonly string[]): boolean =>
  words[0] === 'create' && [words[1], words[2], words[3]].some((word) => ROUTINES.has(word ?? ''))

const ROUTINES = new Set(['function', 'procedure'])

/** Moves past the end of a quote or comment. False if it is not in the text yet. */
function skipHidden(text: string, scan: StatementScan, isLast: boolean): boolean {
  return scan.comments > 0 ? skipComment(text, scan, isLast) : skipQuoted(text, scan, isLast)
}

function skipComment(text: string, scan: StatementScan, isLast: boolean): boolean {
  const ends = /\/\*|\*\//g
  ends.lastIndex = scan.at
  const found = ends.exec(text)
  if (!found) {
    // The last character may be the first half of an end.
    scan.at = isLast ? text.length : Math.max(scan.at, text.length - 1)
    return isLast
  }
  scan.comments += found[0] === '/*' ? 1 : -1
  scan.at = ends.lastIndex
  return true
}

function skipQuoted(text: string, scan: StatementScan, isLast: boolean): boolean {
  const { closing = '', hasEscapes } = scan
  if (hasEscapes) return skipEscaped(text, scan, isLast)
  const found = text.indexOf(closing, scan.at)
  if (found === -1) {
    scan.at = isLast ? text.length : Math.max(scan.at, text.length - closing.length + 1)
    return isLast
  }
  // A doubled quote ends the text and begins it again, with the same result.
  scan.at = found + closing.length
  scan.closing = undefined
  return true
}

function skipEscaped(text: string, scan: StatementScan, isLast: boolean): boolean {
  while (scan.at < text.length) {
    const character = text.charAt(scan.at)
    // The character behind a backslash or a quote decides what they mean.
    if (!isLast && scan.at + 1 >= text.length) return false
    const isPair = character === '\\' || (character === "'" && text.charAt(scan.at + 1) === "'")
    scan.at += isPair ? 2 : 1
    if (character === "'" && !isPair) {
      scan.closing = undefined
      return true
    }
  }
  return isLast
}
