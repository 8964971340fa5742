import { ApiError, errorDetails, errorMessage } from '../../data/client/api-error.ts'
import type { FormState } from '../../ui/forms/form.tsx'

/** How a form shows the error of its last submit. */
export function formProblem(error: Error | null): FormState['problem'] {
  if (error === null) return undefined
  return {
    message: errorMessage(error),
    hint: error instanceof ApiError ? error.hint : undefined,
    details: errorDetails(error),
  }
}
