import { ApiError, errorDetails, errorMessage } from '../../data/client/api-error.ts'
import type { FormState } from '../../ui/forms/form.tsx'

/** What a form shows of the error that its last submit ended with. */
export function formProblem(error: Error | null): FormState['problem'] {
  if (error === null) return undefined
  return {
    message: errorMessage(error),
    hint: error instanceof ApiError ? error.hint : undefined,
    details: errorDetails(error),
  }
}
