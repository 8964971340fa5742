import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import { verifyJwt } from '../lib/jwt.ts'
import type { ApiKeys } from '../fleet/keys.ts'
import type { Caller } from '../fleet/project.ts'

type Cached = { readonly caller: Caller; readonly expiresAt: number }

/** Verified tokens remembered a project; a stream of made-up tokens cannot grow it. */
const MAX_CACHED = 5000

export type Credentials = {
  readonly apikey: string | undefined
  readonly authorization: string | undefined
}

/**
 * Decides who a data-plane request runs as. `apikey` names the project's key, `Authorization` the
 * person; either alone is enough, and the person wins. Legacy JWT keys, `sb_publishable_…` and
 * `sb_secret_…` keys are taken in both places.
 *
 * Throws 401 `api_key_missing`, `api_key_invalid`, `jwt_expired` or `jwt_invalid`.
 */
export function createCallerResolver(clock: Clock) {
  const byProject = new WeakMap<ApiKeys, Map<string, Cached>>()

  return function resolveCaller(keys: ApiKeys, credentials: Credentials): Caller {
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
    if (bearer === undefined || bearer === apikey) return keyCaller ?? anonymous
    return opaqueCaller(keys, bearer) ?? verified(keys, bearer)
  }

  function resolveKey(keys: ApiKeys, apikey: string): Caller | undefined {
    const opaque = opaqueCaller(keys, apikey)
    if (opaque) return opaque
    try {
      return verified(keys, apikey)
    } catch {
      return undefined
    }
  }

  function verified(keys: ApiKeys, token: string): Caller {
    let cache = byProject.get(keys)
    if (!cache) byProject.set(keys, (cache = new Map()))
    const now = clock.now()
    const known = cache.get(token)
    if (known && known.expiresAt > now.getTime()) return known.caller
    const result = verifyJwt(token, keys.jwtSecret, now)
    if (result.state === 'expired')
      throw new AppError('jwt_expired', 'JWT expired', { status: 401 })
    if (result.state === 'not_yet_valid')
      throw new AppError('jwt_invalid', 'JWT not yet valid', { status: 401 })
    if (result.state === 'invalid')
      throw new AppError('jwt_invalid', result.reason, { status: 401 })
    const { claims } = result
    const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon'
    const caller = { role, claims, claimsJson: JSON.stringify(claims) }
    const expiresAt = typeof claims['exp'] === 'number' ? claims['exp'] * 1000 : Infinity
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(token, { caller, expiresAt })
    return caller
  }
}

const opaque = (role: string): Caller => ({
  role,
  claims: { role },
  claimsJson: JSON.stringify({ role }),
})
const anonymous = opaque('anon')
const service = opaque('service_role')

function opaqueCaller(keys: ApiKeys, key: string): Caller | undefined {
  if (key === keys.publishableKey) return anonymous
  return isSecret(key, keys.secretKey) ? service : undefined
}

function isSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}

export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  return match?.[1]
}
