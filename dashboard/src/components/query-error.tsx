import { ApiError, errorDetails, errorMessage } from '../data/client/api-error.ts'
import { ErrorState } from '../ui/error-state.tsx'

type QueryErrorProps = {
  error: unknown
  /** What failed, for example `Could not load the members`. */
  title: string
  onRetry?: (() => void) | undefined
  className?: string
}

/** Replaces content that failed to load and shows why. A 403 offers no retry. */
export function QueryError({ error, title, onRetry, className }: QueryErrorProps) {
  const isForbidden = error instanceof ApiError && error.code === 403
  return (
    <ErrorState
      title={isForbidden ? 'Your role doesn’t allow this' : title}
      message={errorMessage(error)}
      hint={error instanceof ApiError ? error.hint : undefined}
      details={errorDetails(error)}
      onRetry={isForbidden ? undefined : onRetry}
      {...(className && { className })}
    />
  )
}
