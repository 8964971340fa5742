import { ApiError, errorDetails, errorMessage } from '../data/client/api-error.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'

type QueryErrorProps = {
  error: unknown
  /** The title of the error, for example `Could not load the members`. */
  title: string
  onRetry?: (() => void) | undefined
  className?: string
}

/** Replaces content that failed to load and shows why. A retry is offered where it can help. */
export function QueryError({ error, title, onRetry, className }: QueryErrorProps) {
  const code = error instanceof ApiError ? error.code : undefined
  const isForbidden = code === 403
  return (
    <ErrorState
      title={isForbidden ? 'Your role doesn’t allow this' : title}
      message={errorMessage(error)}
      hint={error instanceof ApiError ? error.hint : undefined}
      details={errorDetails(error)}
      onRetry={isForbidden || code === 404 ? undefined : onRetry}
      {...(className && { className })}
    />
  )
}
