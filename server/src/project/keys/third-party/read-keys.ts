import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import type { ThirdPartySource } from '../port.ts'
import { KeySet } from './key-set.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 200_000

const Discovery = z.object({
  issuer: z.string().min(1).max(2048),
  jwks_uri: z.url({ protocol: /^https?$/ }).max(2048),
})

/**
 * Reads the public keys of a service, and its exact issuer: from the given keys, from their
 * address, or from the issuer's discovery document. Throws 400 `third_party_auth_invalid`.
 */
export async function readKeys(
  outgoing: Outgoing,
  { oidcIssuerUrl, jwksUrl, customJwks }: ThirdPartySource,
): Promise<{ readonly issuer: string; readonly jwks: KeySet }> {
  if (customJwks != null) return { issuer: oidcIssuerUrl, jwks: toKeySet(customJwks) }
  if (jwksUrl !== null)
    return { issuer: oidcIssuerUrl, jwks: toKeySet(await fetchJson(outgoing, jwksUrl)) }
  const base = oidcIssuerUrl.replace(/\/$/, '')
  const document = Discovery.safeParse(
    await fetchJson(outgoing, `${base}/.well-known/openid-configuration`),
  )
  if (!document.success) throw invalid('The discovery document of the issuer is not valid.')
  const { issuer, jwks_uri: found } = document.data
  // Auth0's issuer ends with a slash that people often omit.
  if (issuer.replace(/\/$/, '') !== base)
    throw invalid(`The discovery document belongs to another issuer, ${issuer}.`)
  return { issuer, jwks: toKeySet(await fetchJson(outgoing, found)) }
}

function toKeySet(value: unknown): KeySet {
  const parsed = KeySet.safeParse(value)
  if (!parsed.success) throw invalid('The keys are not a JSON Web Key Set.')
  if (parsed.data.keys.length === 0)
    throw invalid('The key set has no RS256 or ES256 key with a key ID.')
  return parsed.data
}

async function fetchJson(outgoing: Outgoing, url: string): Promise<unknown> {
  const { status, body } = await outgoing
    .request({
      url,
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': 'stoa' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    .catch((cause: unknown) => {
      throw cause instanceof AppError ? invalid(`Could not read ${url}: ${cause.message}`) : cause
    })
  if (status !== 200) throw invalid(`${url} responded with status ${status}.`)
  try {
    return JSON.parse(body)
  } catch {
    throw invalid(`${url} did not send JSON.`)
  }
}

const invalid = (message: string) =>
  new AppError('third_party_auth_invalid', message, {
    status: 400,
    hint: 'Check the issuer URL and the JWKS URL.',
  })
