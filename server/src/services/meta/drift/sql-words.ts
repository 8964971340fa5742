import { scanSql } from '../sql-text.ts'

/** A word, name, symbol or constant of a statement, and its first character in the text. */
export type SqlWord = { readonly start: number } & (
  | { readonly kind: 'word' | 'name' | 'symbol'; readonly text: string }
  | { readonly kind: 'constant' }
)

/** A statement in words. `end` is the place of its semicolon, or the end of the text. */
export type SqlStatement = {
  readonly text: string
  readonly words: readonly SqlWord[]
  readonly end: number
}

const QUOTED_NAME = /"((?:[^"]|"")*)"/y
const NUMBER = /(?<![\w.])[0-9][\w.]*/g
const COMMENT = /--[^\n]*|\/\*[^]*?\*\//g
const HAS_DIGIT = /[0-9]/

/** Splits SQL text into statements, and those into words. Quoted names are read as names. */
export function* readStatements(text: string): Generator<SqlStatement> {
  let words: SqlWord[] = []
  let end = 0
  for (const token of scanSql(text)) {
    // A doubled quote is read as two tokens.
    if (token.start < end) continue
    words.push(...numbersBetween(text, end, token.start))
    const { start } = token
    if (token.kind === 'symbol' && token.text === ';') {
      if (words.length > 0) yield { text, words, end: start }
      words = []
      end = start + 1
    } else if (token.kind === 'quoted') {
      QUOTED_NAME.lastIndex = start
      const name = QUOTED_NAME.exec(text)?.[1]
      // A doubled quote in a constant is read as two tokens, too.
      const isRest = end === -1 && text.startsWith("''", start - 1)
      if (name === undefined && isRest) continue
      if (name === undefined) words.push({ kind: 'constant', start })
      else words.push({ kind: 'name', text: name.replaceAll('""', '"'), start })
      // The lexer does not tell where a constant ends.
      end = name === undefined ? -1 : QUOTED_NAME.lastIndex
    } else if (token.kind === 'word' || token.kind === 'symbol') {
      words.push({ kind: token.kind, text: token.text, start })
      end = start + token.text.length
    } else words.push({ kind: 'constant', start })
  }
  words.push(...numbersBetween(text, end, text.length))
  if (words.length > 0) yield { text, words, end: text.length }
}

/** The lexer drops numbers. None can follow a constant, of which the end is not known (-1). */
function numbersBetween(text: string, from: number, to: number): SqlWord[] {
  if (from < 0 || from >= to) return []
  const between = text.slice(from, to)
  if (!HAS_DIGIT.test(between)) return []
  const plain = between.replace(COMMENT, (comment) => ' '.repeat(comment.length))
  return [...plain.matchAll(NUMBER)].map(({ index }) => ({
    kind: 'constant',
    start: from + index,
  }))
}

/** Reads a statement from left to right. */
export class WordReader {
  readonly #statement: SqlStatement
  #at = 0

  constructor(statement: SqlStatement) {
    this.#statement = statement
  }

  /** Reads the first statement of a text that has one. */
  static of(text: string): WordReader {
    const [statement] = readStatements(text)
    return new WordReader(statement ?? { text: '', words: [], end: 0 })
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#statement.words.length
  }

  get at(): number {
    return this.#at
  }

  /** The text from a place to the next word, or to another place. */
  textFrom(from: number, to: number = this.#at): string {
    const { text, words, end } = this.#statement
    return text.slice(words[from]?.start ?? end, words[to]?.start ?? end).trim()
  }

  /** Skips these keywords or symbols if they come next, in this order. */
  skip(...texts: readonly string[]): boolean {
    const isNext = texts.every((text, at) => this.#isText(this.#at + at, text))
    if (isNext) this.#at += texts.length
    return isNext
  }

  /** Skips any of these keywords, in any order. */
  skipAny(texts: ReadonlySet<string>): void {
    for (;;) {
      const next = this.#statement.words[this.#at]
      if (next?.kind !== 'word' || !texts.has(next.text)) return
      this.#at += 1
    }
  }

  /** The next keyword, which stays the next one. */
  peek(): string | undefined {
    const next = this.#statement.words[this.#at]
    return next === undefined || next.kind === 'constant' || next.kind === 'name'
      ? undefined
      : next.text
  }

  take(): SqlWord | undefined {
    const next = this.#statement.words[this.#at]
    this.#at += 1
    return next
  }

  /** The text of the next word, name or constant, and skips it. */
  takeText(): string {
    const from = this.#at
    this.#at += 1
    return this.textFrom(from)
  }

  /** A name that may have quotes. */
  name(): string | undefined {
    const next = this.#statement.words[this.#at]
    if (next?.kind !== 'word' && next?.kind !== 'name') return undefined
    this.#at += 1
    return next.text
  }

  /** A name with or without its schema. */
  qualified(): { readonly schema: string; readonly name: string } | undefined {
    const first = this.name()
    if (first === undefined) return undefined
    if (!this.skip('.')) return { schema: 'public', name: first }
    const second = this.name()
    return second === undefined ? undefined : { schema: first, name: second }
  }

  /** Skips to a keyword outside parentheses, and over it. */
  skipTo(text: string): boolean {
    let depth = 0
    for (; !this.isAtEnd; this.#at += 1) {
      if (depth === 0 && this.skip(text)) return true
      if (this.#isText(this.#at, '(')) depth += 1
      if (this.#isText(this.#at, ')')) depth -= 1
      if (depth < 0) return false
    }
    return false
  }

  /** The text up to one of these words outside parentheses, which stays the next one. */
  textUntil(ends: ReadonlySet<string>): string {
    const from = this.#at
    let depth = 0
    for (; !this.isAtEnd; this.#at += 1) {
      const next = this.peek()
      if (depth === 0 && next !== undefined && ends.has(next)) break
      if (next === '(' || next === '[' || next === 'case') depth += 1
      if (next === ')' || next === ']' || (next === 'end' && depth > 0)) depth -= 1
      if (depth < 0) break
    }
    return this.textFrom(from)
  }

  /** Skips the parentheses that come next, with all they contain. */
  skipParentheses(): void {
    if (this.skip('(')) {
      this.skipTo(')')
      this.skip(')')
    }
  }

  /** The texts between the commas of the parentheses that come next. */
  list(): string[] {
    if (!this.skip('(')) return []
    const items: string[] = []
    while (!this.isAtEnd && !this.skip(')')) {
      const item = this.textUntil(COMMA)
      if (item !== '') items.push(item)
      if (!this.skip(',') && this.peek() !== ')') break
    }
    return items
  }

  #isText(at: number, text: string): boolean {
    const word = this.#statement.words[at]
    return (word?.kind === 'word' || word?.kind === 'symbol') && word.text === text
  }
}

const COMMA = new Set([','])
