import { useQuery } from '@tanstack/react-query'
import { freshFor } from './freshness.ts'
import { isRecord, sendJson } from './http.ts'
import { useServices } from './services.ts'

/**
 * Whether the signed-in account has a verified second factor, as the auth service says; asked only
 * while `enabled`.
 */
export function useHasSecondFactor({ enabled }: { enabled: boolean }) {
  const { session } = useServices()
  return useQuery({
    queryKey: ['account', 'mfa-factors'],
    staleTime: freshFor.anything,
    queryFn: async ({ signal }) => {
      const accessToken = await session.accessToken()
      return hasVerifiedFactor(
        await sendJson({ method: 'GET', url: '/auth/v1/user', accessToken, signal }),
      )
    },
    enabled,
  })
}

/** Reads the `factors` of a GoTrue user; an account without any has no such field. */
export function hasVerifiedFactor(user: unknown): boolean {
  const factors = isRecord(user) ? user['factors'] : undefined
  if (!Array.isArray(factors)) return false
  return factors.some((factor) => isRecord(factor) && factor['status'] === 'verified')
}
