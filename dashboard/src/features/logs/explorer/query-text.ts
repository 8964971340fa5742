import { ApiError } from '../../../data/client/api-error.ts'
import { isRecord } from '../../../data/client/http.ts'

/** Writes a name where the cursor is, apart from the words around it. */
export function insertAt(text: string, cursor: number, name: string): string {
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)]
  const space = before === '' || /[\s(,.]$/.test(before) ? '' : ' '
  return `${before}${space}${name}${/^\w/.test(after) ? ' ' : ''}${after}`
}

/** The place of a mistake in the query, if the server knows it. */
export function errorPlace(
  error: unknown,
): { position: { line: number; column: number }; message: string } | undefined {
  if (!(error instanceof ApiError) || !isRecord(error.details)) return undefined
  const { line, column } = error.details
  return typeof line === 'number' && typeof column === 'number'
    ? { position: { line, column }, message: error.message }
    : undefined
}
