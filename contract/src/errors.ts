import { z } from 'zod'

/**
 * The body of every error response of the platform API. `code` is stable and machine-readable,
 * `message` is a sentence for people, and `hint` names the next step, if there is one.
 */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
