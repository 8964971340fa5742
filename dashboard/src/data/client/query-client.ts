import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage } from './api-error.ts'
import { freshFor } from './freshness.ts'
import { retryDelay, shouldRetry } from './retry.ts'

export type Reports = {
  /** `message` consists of the `failure` in the query's or mutation's meta and the reason. */
  onFailure: (message: string, hint: string | undefined) => void
  /** `message` is the `success` in a mutation's meta. */
  onSuccess: (message: string) => void
  /** Called for every failure, shown or not, with the `tag` in its meta. */
  onFault?: (error: unknown, tag: string | undefined) => void
}

type Meta = { failure?: string; tag?: string }

/** Creates the query cache with SPEC 7's rules for freshness and retries. */
export function createQueryClient({ onFailure, onSuccess, onFault }: Reports): QueryClient {
  const report = (error: unknown, { failure, tag }: Meta = {}) => {
    onFault?.(error, tag)
    if (!failure) return
    onFailure(
      `${failure}: ${errorMessage(error)}`,
      error instanceof ApiError ? error.hint : undefined,
    )
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => report(error, meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => report(error, meta),
      onSuccess(response, variables, _result, { meta: { success } = {} }) {
        if (success) onSuccess(typeof success === 'string' ? success : success(response, variables))
      },
    }),
    defaultOptions: {
      queries: { staleTime: freshFor.anything, retry: shouldRetry, retryDelay },
      mutations: { retry: false },
    },
  })
}
