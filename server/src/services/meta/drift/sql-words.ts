import { scanSql } from '../sql-text.ts'

/** A word, name or symbol of a statement; constants are dropped to their place. */
export type SqlWord =
  | { readonly kind: 'word' | 'name' | 'symbol'; readonly text: string }
  | { readonly kind: 'constant' }

const QUOTED_NAME = /"((?:[^"]|"")*)"/y

/** Splits SQL text into statements, and those into words. Quoted names are read as names. */
export function* readStatements(text: string): Generator<SqlWord[]> {
  let statement: SqlWord[] = []
  let end = 0
  for (const token of scanSql(text)) {
    // A doubled quote is read as two tokens.
    if (token.start < end) continue
    if (token.kind === 'symbol' && token.text === ';') {
      if (statement.length > 0) yield statement
      statement = []
    } else if (token.kind === 'quoted') {
      QUOTED_NAME.lastIndex = token.start
      const name = QUOTED_NAME.exec(text)?.[1]
      if (name === undefined) statement.push({ kind: 'constant' })
      else {
        end = QUOTED_NAME.lastIndex
        statement.push({ kind: 'name', text: name.replaceAll('""', '"') })
      }
    } else if (token.kind === 'word' || token.kind === 'symbol')
      statement.push({ kind: token.kind, text: token.text })
    else statement.push({ kind: 'constant' })
  }
  if (statement.length > 0) yield statement
}

/** Reads a statement from left to right. */
export class WordReader {
  readonly #words: readonly SqlWord[]
  #at = 0

  constructor(words: readonly SqlWord[]) {
    this.#words = words
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#words.length
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
      const next = this.#words[this.#at]
      if (next?.kind !== 'word' || !texts.has(next.text)) return
      this.#at += 1
    }
  }

  /** The next keyword, which stays the next one. */
  peek(): string | undefined {
    const next = this.#words[this.#at]
    return next === undefined || next.kind === 'constant' || next.kind === 'name'
      ? undefined
      : next.text
  }

  take(): SqlWord | undefined {
    const next = this.#words[this.#at]
    this.#at += 1
    return next
  }

  /** A name that may have quotes. */
  name(): string | undefined {
    const next = this.#words[this.#at]
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

  /** Skips the parentheses that come next, with all they contain. */
  skipParentheses(): void {
    if (this.skip('(')) {
      this.skipTo(')')
      this.skip(')')
    }
  }

  #isText(at: number, text: string): boolean {
    const word = this.#words[at]
    return (word?.kind === 'word' || word?.kind === 'symbol') && word.text === text
  }
}
