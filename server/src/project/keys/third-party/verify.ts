import { issuerOf, verifyJwt, type VerifiedJwt } from '../../../lib/jwt.ts'
import { toJwtKey, type KeySet } from './key-set.ts'

/** Another service whose access tokens a project accepts, and its public keys. */
export type ThirdParty = {
  readonly id: string
  readonly issuer: string
  readonly keys: KeySet['keys']
  /** When the keys were read, in milliseconds. */
  readonly resolvedAt: number
}

export type ThirdPartyTokens = {
  /** Undefined for a token of another issuer. Never throws. */
  verify(token: string, now: Date): VerifiedJwt | undefined
}

/** Keys are read again after this time, by the first token that needs them. */
const FRESH_MS = 10 * 60_000

/**
 * Verifies access tokens of other services with their public keys. Calls `readAgain` for a service
 * whose keys are old or lack the one that a token names.
 */
export function createThirdPartyTokens(
  parties: readonly ThirdParty[],
  readAgain: (id: string) => void,
): ThirdPartyTokens {
  const byIssuer = new Map(
    parties.map((party) => [
      party.issuer,
      { ...party, keys: party.keys.flatMap((key) => toJwtKey(key) ?? []) },
    ]),
  )
  return {
    verify(token, now) {
      const issuer = byIssuer.size === 0 ? undefined : issuerOf(token)
      const party = issuer === undefined ? undefined : byIssuer.get(issuer)
      if (!party) return undefined
      const result = verifyJwt(token, party.keys, now)
      const isOld = now.getTime() - party.resolvedAt > FRESH_MS
      if (isOld || result.state === 'invalid') readAgain(party.id)
      return result.state === 'valid' ? accept(result) : result
    },
  }
}

/**
 * The service decides who its users are, but must not grant a role that bypasses the project's
 * policies.
 */
function accept(result: Extract<VerifiedJwt, { readonly state: 'valid' }>): VerifiedJwt {
  const { exp, role = 'anon' } = result.claims
  if (typeof exp !== 'number') return refused("The JWT 'exp' claim is missing")
  if (typeof role !== 'string' || role === 'service_role' || /^(?:supabase_|postgres$)/.test(role))
    return refused("The JWT 'role' claim is not allowed for this issuer")
  return result
}

const refused = (reason: string): VerifiedJwt => ({ state: 'refused', reason })
