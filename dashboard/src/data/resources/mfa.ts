import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { freshFor } from '../client/freshness.ts'
import { isRecord, sendJson } from '../client/http.ts'
import { proveFactor, readFactors, refreshSession, type Factor } from '../client/second-factor.ts'
import { useDataClient } from '../client/client-context.ts'
import type { Session } from '../client/session.ts'

const factorsQuery = (session: Session) =>
  queryOptions({
    queryKey: ['account', 'mfa-factors'],
    staleTime: freshFor.anything,
    queryFn: ({ signal }) => readFactors(session, signal),
  })

/** The second factors of the signed-in account that count, as the auth service says. */
export function useFactors() {
  const { session } = useDataClient()
  return useQuery({ ...factorsQuery(session), select: onlyVerified })
}

/** Whether the account has one; asked only while `enabled`. */
export function useHasSecondFactor({ enabled }: { enabled: boolean }) {
  const { session } = useDataClient()
  return useQuery({
    ...factorsQuery(session),
    select: (factors) => onlyVerified(factors).length > 0,
    enabled,
  })
}

const onlyVerified = (factors: Factor[]) => factors.filter(({ isVerified }) => isVerified)

/** What an authenticator app needs, shown once. */
export type Pairing = { factorId: string; secret: string; /** SVG text. */ qrCode: string }

/** Begins a factor; one that was begun before and never finished makes room first. */
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

/** Finishes a factor with its first code. Other devices of the account are signed out by it. */
export function useVerifyFactor() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (proof: { factorId: string; code: string }) => proveFactor(session, proof),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: factorsQuery(session).queryKey }),
    meta: { success: 'Two-factor authentication is on' },
  })
}

/** Removes a factor, and asks for the session anew, which may have rested on it. */
export function useRemoveFactor() {
  const { session } = useDataClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (factorId: string) => {
      await removeFactor(session, factorId)
      await refreshSession(session)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: factorsQuery(session).queryKey }),
    meta: {
      failure: 'Failed to remove the authenticator app',
      success: 'Authenticator app removed',
    },
  })
}

/** Gives up a factor that was begun; the server forgets one that stays behind. */
export function useAbandonFactor() {
  const { session } = useDataClient()
  return useMutation({ mutationFn: (factorId: string) => removeFactor(session, factorId) })
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
