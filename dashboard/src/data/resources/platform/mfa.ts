import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasErrorCode } from '../../client/api-error.ts'
import { freshFor } from '../../client/freshness.ts'
import { isRecord, sendJson } from '../../client/http.ts'
import {
  proveFactor,
  readFactors,
  refreshSession,
  type Factor,
} from '../../client/second-factor.ts'
import { useDataClient } from '../../client/client-context.ts'
import type { Session } from '../../client/session.ts'

export const factorsQuery = (session: Session) =>
  queryOptions({
    queryKey: ['account', 'mfa-factors'],
    staleTime: freshFor.anything,
    queryFn: ({ signal }) => readFactors(session, signal),
  })

/** The signed-in account's verified second factors. */
export function useFactors() {
  const { session } = useDataClient()
  return useQuery({ ...factorsQuery(session), select: onlyVerified })
}

/** Whether the account has a second factor. Disabled unless `enabled`. */
export function useHasSecondFactor({ enabled }: { enabled: boolean }) {
  const { session } = useDataClient()
  return useQuery({
    ...factorsQuery(session),
    select: (factors) => onlyVerified(factors).length > 0,
    enabled,
  })
}

const onlyVerified = (factors: Factor[]) => factors.filter(({ isVerified }) => isVerified)

/** The data for pairing an authenticator app. The server returns it only once. */
export type Pairing = { factorId: string; secret: string; /** SVG text. */ qrCode: string }

/** Starts enrolling a factor, after removing any factor whose enrollment was not finished. */
export function useEnrollFactor() {
  const { session } = useDataClient()
  return useMutation({
    mutationFn: async (name: string): Promise<Pairing> => {
      const left = (await readFactors(session)).filter(({ isVerified }) => !isVerified)
      for (const { id } of left) await removeFactor(session, id)
      const answer = await sendJson({
        method: 'POST',
        url: '/auth/v1/factors',
        body: { factor_type: 'totp', friendly_name: name, issuer: 'Stoa' },
        accessToken: await session.accessToken(),
      })
      return pairingOf(answer)
    },
  })
}

/** Completes the enrollment with the first code. This signs out the account's other devices. */
export function useVerifyFactor() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (proof: { factorId: string; code: string }) => proveFactor(session, proof),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: factorsQuery(session).queryKey }),
    meta: { success: 'Two-factor authentication enabled' },
  })
}

/** Removes a factor and renews the session, whose token may have relied on the factor. */
export function useRemoveFactor() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (factorId: string) => {
      await removeFactor(session, factorId)
      await refreshSession(session)
    },
    // The last app takes the recovery codes with it.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
    meta: {
      failure: 'Failed to remove the authenticator app',
      success: 'Authenticator app removed',
    },
  })
}

/** Cancels an enrollment. The server deletes unfinished factors that remain. */
export function useAbandonFactor() {
  const { session } = useDataClient()
  return useMutation({ mutationFn: (factorId: string) => removeFactor(session, factorId) })
}

const recoveryCodesKey = ['account', 'recovery-codes'] as const

/** The number of the account's recovery codes, all and unused; null without codes. */
export function useRecoveryCodes({ enabled }: { enabled: boolean }) {
  const { session } = useDataClient()
  return useQuery({
    queryKey: recoveryCodesKey,
    staleTime: freshFor.anything,
    enabled,
    queryFn: async ({ signal }): Promise<RecoveryCodeCounts | null> => {
      try {
        const accessToken = await session.accessToken()
        const url = '/auth/v1/factors/recovery-codes'
        return countsOf(await sendJson({ method: 'GET', url, accessToken, signal }))
      } catch (error) {
        if (hasErrorCode(error, 'mfa_factor_not_found')) return null
        throw error
      }
    },
  })
}

type RecoveryCodeCounts = { total: number; remaining: number }

/** Generates recovery codes, which are returned only once. They replace the codes before. */
export function useGenerateRecoveryCodes() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ replaces }: { replaces: boolean }): Promise<string[]> => {
      const answer = await sendJson({
        method: 'POST',
        url: `/auth/v1/factors/recovery-codes${replaces ? '/regenerate' : ''}`,
        body: {},
        accessToken: await session.accessToken(),
      })
      const codes = isRecord(answer) && Array.isArray(answer['codes']) ? answer['codes'] : []
      return codes.filter((code): code is string => typeof code === 'string')
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: recoveryCodesKey }),
    meta: { failure: 'Failed to generate recovery codes' },
  })
}

function countsOf(answer: unknown): RecoveryCodeCounts {
  const count = (name: string) =>
    isRecord(answer) && typeof answer[name] === 'number' ? answer[name] : 0
  return { total: count('total'), remaining: count('remaining') }
}

async function removeFactor(session: Session, factorId: string): Promise<void> {
  await sendJson({
    method: 'DELETE',
    url: `/auth/v1/factors/${factorId}`,
    accessToken: await session.accessToken(),
  })
}

function pairingOf(answer: unknown): Pairing {
  const totp = isRecord(answer) ? answer['totp'] : undefined
  const text = (fields: unknown, name: string) =>
    isRecord(fields) && typeof fields[name] === 'string' ? fields[name] : ''
  return {
    factorId: text(answer, 'id'),
    secret: text(totp, 'secret'),
    qrCode: text(totp, 'qr_code'),
  }
}
