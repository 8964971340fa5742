import { positionAt } from './position-at.ts'
import type { TextPosition } from './run-store.ts'
import { splitStatements } from '@stoa/contract/services/meta/statements'

/**
 * The statement at a cursor, without its semicolon, and where it starts. Between two statements, it is
 * the one that ends on the cursor's line, or else the next one, or else the last one.
 */
export function statementAt(
  text: string,
  cursor: number,
): { sql: string; start: TextPosition } | undefined {
  const statements = splitStatements(text)
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1
  const found =
    statements.findLast(({ start, end }) => start <= cursor && cursor <= end) ??
    statements.findLast(({ end }) => lineStart <= end && end < cursor) ??
    statements.find(({ start }) => start > cursor) ??
    statements.at(-1)
  if (!found) return undefined
  return {
    sql: text.slice(found.start, found.end).trimEnd(),
    start: positionAt(text, found.start),
  }
}
