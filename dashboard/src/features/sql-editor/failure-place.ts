import type { QueryFailure } from '../../data/resources/services/meta/query.ts'
import { positionAt } from './position-at.ts'
import { positionInText, type RunRequest, type TextPosition } from './run-store.ts'
import { splitStatements } from '@stoa/contract/services/meta/statements'

type Details = Pick<
  NonNullable<QueryFailure['details']>,
  'line' | 'column' | 'position' | 'statement'
>

/**
 * The place of an error in the editor. If Postgres gives no position, it is the whole statement that
 * failed.
 */
export function failurePlace(
  request: Pick<RunRequest, 'sql' | 'start'>,
  details: Details,
): { start: TextPosition; end?: TextPosition } | undefined {
  const start = positionInText(request, details)
  if (start === undefined) return undefined
  const statement = splitStatements(request.sql)[details.statement - 1]
  if (details.position !== null || !statement) return { start }
  return {
    start: inEditor(request, statement.start),
    end: inEditor(request, statement.start + lengthOf(request.sql, statement)),
  }
}

const lengthOf = (text: string, { start, end }: { start: number; end: number }) =>
  text.slice(start, end).trimEnd().length

function inEditor({ sql, start }: Pick<RunRequest, 'sql' | 'start'>, index: number): TextPosition {
  const { line, column } = positionAt(sql, index)
  return {
    line: start.line + line - 1,
    column: line === 1 ? start.column + column - 1 : column,
  }
}
