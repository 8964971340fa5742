import type { KeyRing } from './keys/key-ring.ts'
import type { Caller } from './caller.ts'
import type { Clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import type { Claims } from '../lib/jwt.ts'

type Cached = { readonly caller: Caller; readonly expiresAt: number }

/** Maximum number of verified tokens cached per project. Invalid tokens are never cached. */
const MAX_CACHED = 5000

export type Credentials = {
  readonly apikey: string | undefined
  readonly authorization: string | undefined
}

/**
 * Decides who a data-plane request runs as. `apikey` contains the project's key, `Authorization`
 * the person's token; either alone is enough, and the person takes precedence. Legacy JWT keys,
 * `sb_publishable_…` and `sb_secret_…` keys are accepted in both places.
 *
 * Throws 401 `api_key_missing`, `api_key_invalid`, `legacy_api_keys_disabled`, `jwt_expired`,
 * `jwt_invalid` or `jwt_refused`.
 */
export function createCallerResolver(clock: Clock) {
  const { resolve, verified } = createTokenResolver(clock)

  return function resolveCaller(keys: KeyRing, credentials: Credentials): Caller {
    const bearer = bearerToken(credentials.authorization)
    const { apikey } = credentials
    if (apikey === undefined && bearer === undefined)
      throw new AppError('api_key_missing', 'No API key found in request', {
        status: 401,
        hint: 'No `apikey` request header or url param was found.',
      })
    const keyCaller = apikey === undefined ? undefined : resolveKey(keys, apikey)
    if (apikey !== undefined && !keyCaller)
      throw new AppError('api_key_invalid', 'Invalid API key', {
        status: 401,
        hint: 'Double check your project API key.',
      })
    if (bearer === undefined || bearer === apikey) return keyCaller ?? anonymousCaller
    return resolve(keys, bearer)
  }

  function resolveKey(keys: KeyRing, apikey: string): Caller | undefined {
    const opaque = callerOfKey(keys, apikey)
    if (opaque) return opaque
    try {
      return verified(keys, apikey)
    } catch (error) {
      if (error instanceof AppError && error.code === LEGACY_DISABLED) throw error
      return undefined
    }
  }
}

/**
 * Resolves one key or token at a time, and verifies each token only once. Throws like
 * `callerOfToken`.
 */
export function createTokenResolver(clock: Clock) {
  // A change of keys creates a new ring, which drops everything cached for the old one.
  const byRing = new WeakMap<KeyRing, Map<string, Cached>>()

  function verified(keys: KeyRing, token: string): Caller {
    let cache = byRing.get(keys)
    if (!cache) byRing.set(keys, (cache = new Map()))
    const now = clock.now()
    const known = cache.get(token)
    if (known && known.expiresAt > now.getTime()) return known.caller
    const caller = callerOfToken(keys, token, now)
    const expiresAt = expiryOf(caller)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(token, { caller, expiresAt })
    return caller
  }

  return {
    verified,
    resolve: (keys: KeyRing, text: string): Caller =>
      callerOfKey(keys, text) ?? verified(keys, text),
  }
}

/**
 * Decides who an access token or legacy JWT key runs as. Every protocol applies this rule, and
 * differs only in how it renders the refusal.
 *
 * Throws 401 `jwt_expired`, `jwt_refused`, `jwt_invalid` or `legacy_api_keys_disabled`.
 */
export function callerOfToken(keys: KeyRing, token: string, now: Date): Caller {
  const result = keys.verify(token, now)
  if (result.state === 'expired')
    throw new AppError('jwt_expired', 'JWT expired', {
      status: 401,
      hint: 'Refresh the session, or sign in again.',
    })
  if (result.state === 'refused')
    throw new AppError('jwt_refused', result.reason, {
      status: 401,
      hint: 'Get a new token. If this happens again, check the clock of its issuer and the claims nbf, iat and aud.',
    })
  if (result.state === 'invalid') throw invalidToken(result.reason, result.details)
  const role = roleOf(result.claims)
  // Without a `kid`, these two roles are those of the legacy API keys.
  if (!keys.areLegacyKeysEnabled && result.kid === undefined && LEGACY_ROLES.includes(role))
    throw legacyDisabled()
  const claims: Claims = { ...result.claims, role }
  return {
    role,
    claims,
    claimsJson: JSON.stringify(claims),
    ...(result.isThirdParty && { isThirdParty: true as const }),
  }
}

/** 401: a token that no key of the project has signed, or no token at all. */
export const invalidToken = (message: string, details?: unknown): AppError =>
  new AppError('jwt_invalid', message, {
    status: 401,
    hint: 'Send an access token of this project’s auth, or sign in again.',
    details,
  })

/** Decides who an `sb_publishable_…` or `sb_secret_…` key runs as; undefined if it is not one of the project's. */
export function callerOfKey(keys: KeyRing, text: string): Caller | undefined {
  const key = keys.findOpaqueKey(text)
  if (!key) return undefined
  keys.noteUse(key.id)
  return key.role === 'anon' ? anonymousCaller : serviceCaller
}

/** A token without a role is `anon`. A role that is not text becomes one that does not exist. */
function roleOf({ role }: Claims): string {
  if (role === undefined) return 'anon'
  return typeof role === 'string' ? role : JSON.stringify(role)
}

const expiryOf = ({ claims }: Caller): number =>
  typeof claims['exp'] === 'number' ? claims['exp'] * 1000 : Infinity

/** Roles of legacy API keys. A person's older token without a `kid` has another role. */
const LEGACY_ROLES = ['anon', 'service_role']
const LEGACY_DISABLED = 'legacy_api_keys_disabled'

const legacyDisabled = () =>
  new AppError(LEGACY_DISABLED, 'Legacy API keys are disabled', {
    status: 401,
    hint: 'Use a publishable or secret API key of the project instead of anon or service_role.',
  })

const callerWithRole = (role: string): Caller => ({
  role,
  claims: { role },
  claimsJson: JSON.stringify({ role }),
})

/** A request without a person's token. */
export const anonymousCaller = callerWithRole('anon')

/**
 * A secret key, and work that the platform does on behalf of members; bypasses row level security.
 */
export const serviceCaller = callerWithRole('service_role')

/** The token in an `Authorization: Bearer` header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  return match?.[1]
}
