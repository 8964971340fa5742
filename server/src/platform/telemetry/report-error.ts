import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { countError, listErrors, type ErrorInput } from './queries.ts'

/** Counts an error that a person ran into, and forwards it to the collector, if any. */
export async function reportError(
  { session, clock, errorCollector }: Pick<Context, 'clock' | 'errorCollector' | 'session'>,
  error: ErrorInput,
): Promise<Record<string, never>> {
  const at = clock.now()
  const fingerprint = createHash('sha256')
    .update(`${error.message}\0${error.stack ?? ''}`)
    .digest()
  errorCollector.send({ ...error, at: at.toISOString() })
  await countError(session, { error, fingerprint, at })
  return {}
}

export const listErrorReports = ({ session }: Pick<Context, 'session'>) => listErrors(session)
