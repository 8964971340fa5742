import { z } from 'zod'

/**
 * The body of every refusal of the platform API. `code` is stable and machine-readable, `message`
 * is a sentence for a person, `hint` names the next step where one exists.
 */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  details: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
