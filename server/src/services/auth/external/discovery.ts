import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { validationFailed } from '../errors.ts'
import { storeDiscovery, type CustomProvider } from '../queries/custom-providers.ts'
import { getJson } from './provider-requests.ts'

const Url = z.url({ protocol: /^https?$/ }).max(2048)
const Uris = z.array(z.string()).max(200).optional()

/** The parts of a discovery document that are used (OpenID Connect Discovery 1.0). */
export const DiscoveryDocument = z.object({
  issuer: z.string().max(2048),
  authorization_endpoint: Url,
  token_endpoint: Url,
  jwks_uri: Url,
  userinfo_endpoint: Url.optional(),
  revocation_endpoint: Url.optional(),
  scopes_supported: Uris,
  response_types_supported: Uris,
  subject_types_supported: Uris,
  id_token_signing_alg_values_supported: Uris,
})
export type DiscoveryDocument = z.infer<typeof DiscoveryDocument>

const MAX_AGE_MS = 24 * 60 * 60_000

/** Fetches the document at the provider; 400 `validation_failed` says what is wrong with it. */
export async function fetchDiscovery(
  { outgoing }: Pick<AuthContext, 'outgoing'>,
  { issuer, discovery_url: given }: { issuer: string | null; discovery_url: string | null },
): Promise<DiscoveryDocument> {
  const url = given || `${(issuer ?? '').replace(/\/$/, '')}/.well-known/openid-configuration`
  const body = await getJson(outgoing, { url }).catch((cause: unknown) => {
    throw validationFailed(
      `Failed to fetch OIDC discovery document: ${cause instanceof Error ? cause.message : ''}`,
    )
  })
  const document = DiscoveryDocument.safeParse(body)
  if (!document.success)
    throw validationFailed(
      `OIDC discovery document is invalid: ${document.error.issues[0]?.path.join('.') ?? ''}`,
    )
  if (issuer !== null && document.data.issuer !== issuer)
    throw validationFailed('OIDC discovery document belongs to a different issuer')
  return document.data
}

/** The stored document of a provider, or a new one when it is older than a day. */
export async function discover(
  context: Pick<AuthContext, 'database' | 'now' | 'outgoing'>,
  row: CustomProvider,
): Promise<DiscoveryDocument> {
  const age = context.now.getTime() - (row.discovery_cached_at?.getTime() ?? 0)
  const stored = DiscoveryDocument.safeParse(row.cached_discovery)
  if (stored.success && age < MAX_AGE_MS) return stored.data
  try {
    const document = await fetchDiscovery(context, row)
    await storeDiscovery(context.database, { id: row.id, document, now: context.now })
    return document
  } catch (error) {
    // While the provider can't be reached, the stored document is better than none.
    if (stored.success) return stored.data
    throw error
  }
}
