import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import type { CustomProvider } from '../queries/custom-providers.ts'
import { discover } from './discovery.ts'
import { profileOfClaims, textOf, type ExternalProfile } from './profile.ts'
import type { Provider } from './provider.ts'
import type { Json } from './provider-requests.ts'

/** Builds a provider from the project's row, and discovers the addresses that the row lacks. */
export async function toProvider(context: AuthContext, row: CustomProvider): Promise<Provider> {
  const found = row.provider_type === 'oidc' ? await discover(context, row) : undefined
  const authorizeUrl = row.authorization_url ?? found?.authorization_endpoint
  const tokenUrl = row.token_url ?? found?.token_endpoint
  const userinfoUrl = row.userinfo_url ?? found?.userinfo_endpoint
  const jwks = row.jwks_uri ?? found?.jwks_uri
  if (!authorizeUrl || !tokenUrl)
    throw authError(400, 'validation_failed', 'Unsupported provider: its URLs are missing')
  const issuer = row.issuer ?? found?.issuer
  const secret = context.providerBox.open(
    Buffer.from(row.client_secret, 'base64'),
    context.project.ref,
  )
  return {
    name: `custom:${row.identifier.replace(/^custom:/, '')}`,
    requestUrl: undefined,
    authorizeUrl,
    tokenUrl,
    issuer: issuer && jwks ? { isIssuer: (given) => given === issuer, jwks } : undefined,
    scopes: row.provider_type === 'oidc' ? [...new Set(['openid', ...row.scopes])] : row.scopes,
    usesPkce: row.pkce_enabled,
    params: row.authorization_params,
    clientId: row.client_id,
    secret,
    clientIds: [row.client_id, ...row.acceptable_client_ids],
    isEmailOptional: row.email_optional,
    skipsNonce: row.skip_nonce_check,
    read: async ({ idClaims, accessToken }, api) => {
      const person = userinfoUrl && accessToken !== '' ? await api.get(userinfoUrl) : undefined
      // A stolen access token of another person must not change who signs in (OpenID Connect 5.3.2).
      if (person && idClaims && textOf(person['sub']) !== textOf(idClaims['sub']))
        throw authError(400, 'bad_oauth_callback', 'The user info belongs to a different user')
      return mappedProfile(row, { ...idClaims, ...person }, issuer ?? tokenUrl)
    },
  }
}

function mappedProfile(row: CustomProvider, claims: Json, issuer: string): ExternalProfile {
  const mapped = Object.entries(row.attribute_mapping).map(([attribute, source]) => [
    attribute,
    typeof source === 'string' ? valueAt(claims, source) : source,
  ])
  const profile = profileOfClaims(
    { ...claims, sub: claims['sub'] ?? claims['id'], ...Object.fromEntries(mapped) },
    issuer,
  )
  const kept = row.custom_claims_allowlist
    .filter((name) => Object.hasOwn(claims, name))
    .map((name) => [name, claims[name]] as const)
  return {
    ...profile,
    claims: {
      ...profile.claims,
      ...(kept.length > 0 && { custom_claims: Object.fromEntries(kept) }),
    },
  }
}

/** The claim with this name, or at this path of names separated by dots. */
function valueAt(claims: Json, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Json)[name]
  }
  return value
}
