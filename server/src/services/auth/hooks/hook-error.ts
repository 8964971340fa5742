import { z } from 'zod'
import { authError } from '../errors.ts'

const Envelope = z.object({
  error: z.object({ http_code: z.number().optional(), message: z.string().min(1) }),
})
const MAX_MESSAGE = 2000

/** Throws the error that a hook responded with, if it did, with the hook's own status and message. */
export function throwHookError(output: unknown): void {
  const refusal = Envelope.safeParse(output)
  if (!refusal.success) return
  const { http_code: given = 500, message } = refusal.data.error
  const status = Number.isInteger(given) && given >= 400 && given <= 599 ? given : 500
  throw authError(
    status,
    status === 500 ? 'unexpected_failure' : 'unknown',
    message.slice(0, MAX_MESSAGE),
  )
}

export const hookFailed = (message: string, cause?: unknown) =>
  authError(500, 'unexpected_failure', message, { cause })
