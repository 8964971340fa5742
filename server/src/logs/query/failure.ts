import { RefusedQuery } from './allowed-query.ts'
import type { QueryFailure } from './protocol.ts'
import { isMissingFile } from './run-query.ts'

export function failureOf(error: unknown): QueryFailure {
  if (error instanceof RefusedQuery) {
    const { message, position } = error
    return { reason: 'refused', message, ...(position !== undefined && { position }) }
  }
  const text = error instanceof Error ? error.message : String(error)
  const { type, message, position } = described(text)
  const reason = isMissingFile(error) ? 'vanished' : reasonOf(type)
  return { reason, message, ...(position !== undefined && { position }) }
}

function reasonOf(type: string): QueryFailure['reason'] {
  if (type === 'Permission') return 'refused'
  return type === 'Out of Memory' ? 'memory' : 'wrong'
}

/** An error of the engine, which describes it in JSON behind its kind. */
function described(text: string): { type: string; message: string; position?: number } {
  const start = text.indexOf('{"exception_type"')
  if (start === -1) return { type: '', message: text }
  try {
    const error = JSON.parse(text.slice(start)) as Record<string, string | undefined>
    const position = Number(error['position'])
    return {
      type: error['exception_type'] ?? '',
      message: error['exception_message'] ?? text,
      ...(error['position'] !== undefined && Number.isSafeInteger(position) && { position }),
    }
  } catch {
    return { type: '', message: text }
  }
}
