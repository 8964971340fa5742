import { scanSql } from '../sql-text.ts'

/**
 * Statements as one text that runs as they did. A statement that ends in a comment gets its
 * semicolon on a line of its own.
 */
export const scriptOf = (statements: readonly string[]): string =>
  statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map(terminated)
    .join('\n\n')

function terminated(statement: string): string {
  let last = ''
  for (const token of scanSql(statement)) last = token.kind === 'symbol' ? token.text : token.kind
  if (last === ';') return statement
  const line = statement.slice(statement.lastIndexOf('\n') + 1)
  return line.includes('--') ? `${statement}\n;` : `${statement};`
}
