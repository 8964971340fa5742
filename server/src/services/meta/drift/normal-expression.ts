import { shownName } from './definitions/facets.ts'
import { readStatements } from './sql-words.ts'

/**
 * An expression without what has no meaning: case, space, comments, outer parentheses, and the type
 * that Postgres prints after a constant. Equal results mean the same; others may.
 */
export function normalExpression(text: string): string {
  const [statement] = readStatements(text)
  if (statement === undefined) return ''
  const { words, end } = statement
  const parts = words.map((word, at) => {
    if (word.kind === 'name') return shownName(word.text)
    if (word.kind !== 'constant') return word.text
    return statement.text.slice(word.start, words[at + 1]?.start ?? end).trim()
  })
  return withoutParentheses(withoutCasts(parts)).join(' ')
}

const CONSTANT = /^(?:'|[0-9])/
const NAME = /^[\w"]/

function withoutCasts(parts: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    kept.push(part)
    if (!CONSTANT.test(part) || parts[at + 1] !== ':' || parts[at + 2] !== ':') continue
    at += 3
    while (parts[at + 1] === '.') at += 2
    while (NAME.test(parts[at + 1] ?? '') && !CONSTANT.test(parts[at + 1] ?? '')) at += 1
  }
  return kept
}

function withoutParentheses(parts: readonly string[]): readonly string[] {
  let depth = 0
  for (const [at, part] of parts.entries()) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth === 0 && at < parts.length - 1) return parts
  }
  return parts[0] === '(' ? withoutParentheses(parts.slice(1, -1)) : parts
}
