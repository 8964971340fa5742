import { AppError } from '../../../lib/errors.ts'
import { rawSql, type Sql } from '../../../postgres/sql.ts'
import { scanSql } from '../sql-text.ts'

/**
 * Wraps a person's SQL expression in parentheses. 400 `invalid_expression` for text that could end
 * them: unbalanced parentheses, a semicolon, an unclosed quote or comment. Postgres parses the rest
 * as one expression or rejects it.
 */
export function parseExpression(text: string): Sql {
  const problem = findProblem(text)
  if (problem !== undefined)
    throw new AppError('invalid_expression', `${JSON.stringify(text)} ${problem}.`, {
      status: 400,
      hint: 'Write one SQL expression, such as now() or price > 0.',
    })
  // A line break ends a comment that the end of the text can be in.
  return rawSql(text.includes('--') ? `(${text}\n)` : `(${text})`)
}

function findProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character'
  const open: string[] = []
  let isEmpty = true
  for (const token of scanSql(text)) {
    isEmpty = false
    if (token.kind === 'unterminated') return 'has an unclosed quote or comment'
    if (token.kind === 'parameter') return 'has a parameter, which is not supported here'
    if (token.kind !== 'symbol') continue
    if (token.text === ';') return 'has a semicolon'
    if (token.text === '(') open.push(')')
    if (token.text === '[') open.push(']')
    if ((token.text === ')' || token.text === ']') && open.pop() !== token.text)
      return 'has parentheses that do not match'
  }
  if (open.length > 0) return 'has parentheses that do not match'
  return isEmpty && text.trim() === '' ? 'is empty' : undefined
}
