import type { Token } from './lexer.ts'

export const isName = (token: Token | undefined): token is Token =>
  token !== undefined && (token.kind === 'name' || token.kind === 'double' || token.kind === 'word')
/** A name as it was written; the value of a word is in lowercase. */
export const nameOf = ({ kind, text, value }: Token) => (kind === 'word' ? text : value)
export const isDot = (token: Token | undefined) => token?.kind === 'symbol' && token.value === '.'
export const isSymbol = (token: Token | undefined, value: string) =>
  token?.kind === 'symbol' && token.value === value

/** Names joined by dots. */
export function chainAt(tokens: readonly Token[], start: number): readonly Token[] {
  const chain: Token[] = []
  for (let index = start; ; index += 2) {
    const token = tokens[index]
    if (!isName(token)) return chain
    chain.push(token)
    if (!isDot(tokens[index + 1]) || !isName(tokens[index + 2])) return chain
  }
}

/** After these words, a value follows. */
export const BEFORE_A_VALUE: ReadonlySet<string> = new Set(
  'select distinct by where having qualify and or not on case when then else between like ilike in is'.split(
    ' ',
  ),
)
/** After these symbols, a word can only be the name of a result or a table. */
const AFTER_A_VALUE: ReadonlySet<string> = new Set([')', ']', ';'])

/** Whether a single name stands where a value does, not where a name is given. */
export function isValue(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if (isSymbol(after, '(') || before === undefined) return false
  if (isSymbol(after, '.')) return false
  return before.kind === 'symbol'
    ? !AFTER_A_VALUE.has(before.value)
    : before.kind === 'word' && BEFORE_A_VALUE.has(before.value)
}
