import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { authError, sqlState, validationFailed } from '../errors.ts'
import {
  deleteSsoProvider,
  findSsoProvider,
  listSsoProviders,
  putSsoProvider,
  type SsoProvider,
} from '../queries/sso-providers.ts'
import { readIdpMetadata } from './idp-metadata.ts'

const Rule = z.object({
  name: z.string().max(500).optional(),
  names: z.array(z.string().max(500)).max(20).optional(),
  default: z.unknown(),
  array: z.boolean().optional(),
})
const Domain = z
  .string()
  .max(253)
  .transform((domain) => domain.trim().toLowerCase())
  .refine((domain) => /^(?!-)[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain))

export const SsoProviderBody = z.object({
  type: z.string().optional(),
  resource_id: z.string().max(500).nullish(),
  disabled: z.boolean().optional(),
  metadata_url: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]).optional(),
  metadata_xml: z.string().max(500_000).optional(),
  domains: z.array(Domain).max(100).optional(),
  attribute_mapping: z.object({ keys: z.record(z.string().max(200), Rule).optional() }).optional(),
  name_id_format: z.string().max(200).optional(),
})
type SsoProviderBody = z.infer<typeof SsoProviderBody>

const TIMEOUT_MS = 10_000
const MAX_BYTES = 500_000

const notFound = () => authError(404, 'sso_provider_not_found', 'No such SSO provider')

export const listSso = async ({ database }: Pick<AuthContext, 'database'>) => ({
  items: (await listSsoProviders(database)).map(toBody),
})

export async function getSso({ database }: Pick<AuthContext, 'database'>, id: string) {
  const provider = await findSsoProvider(database, id)
  if (!provider) throw notFound()
  return toBody(provider)
}

/** Adds an identity provider by its metadata. */
export async function addSso(
  context: Pick<AuthContext, 'client' | 'database' | 'now' | 'outgoing'>,
  body: SsoProviderBody,
) {
  if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
  if (!body.metadata_xml && !body.metadata_url)
    throw validationFailed('Either metadata_xml or metadata_url must be set')
  return store(context, body, undefined)
}

export async function changeSso(
  context: Pick<AuthContext, 'client' | 'database' | 'now' | 'outgoing'>,
  id: string,
  body: SsoProviderBody,
) {
  if (body.type !== undefined && body.type !== 'saml')
    throw validationFailed("Only 'saml' supported for SSO provider type")
  const current = await findSsoProvider(context.database, id)
  if (!current) throw notFound()
  return store(context, body, current)
}

/** Deletes and returns the provider. Its accounts are kept. */
export async function removeSso({ database }: Pick<AuthContext, 'database'>, id: string) {
  const provider = await findSsoProvider(database, id)
  if (!provider || (await deleteSsoProvider(database, id)) === 0) throw notFound()
  return toBody(provider)
}

async function store(
  context: Pick<AuthContext, 'client' | 'database' | 'now' | 'outgoing'>,
  body: SsoProviderBody,
  current: SsoProvider | undefined,
) {
  const xml = await metadataOf(context, body, current)
  const { entityId } = readIdpMetadata(xml)
  if (current && current.entity_id !== entityId)
    throw authError(
      400,
      'saml_entity_id_mismatch',
      'SAML Metadata can be updated only if the SAML EntityID matches for the provider',
    )
  const id = current?.id ?? randomUUID()
  try {
    await context.database.transaction((tx) =>
      putSsoProvider(tx, {
        id,
        resourceId:
          (body.resource_id === undefined ? current?.resource_id : body.resource_id) || null,
        disabled: body.disabled ?? current?.disabled ?? false,
        entityId,
        metadataXml: xml,
        metadataUrl:
          body.metadata_url ?? (body.metadata_xml ? null : (current?.metadata_url ?? null)),
        mapping: body.attribute_mapping ?? current?.attribute_mapping ?? {},
        nameIdFormat: body.name_id_format ?? current?.name_id_format ?? null,
        domains: [...new Set(body.domains ?? current?.domains ?? [])],
        now: context.now,
      }),
    )
  } catch (cause) {
    if (sqlState(cause) !== '23505') throw cause
    throw conflictOf(cause)
  }
  return getSso(context, id)
}

function conflictOf(cause: unknown) {
  const constraint = cause instanceof Error && 'constraint' in cause ? cause.constraint : undefined
  if (constraint === 'sso_domains_domain_idx')
    return authError(
      400,
      'sso_domain_already_exists',
      'SSO Domain is already assigned to an SSO identity provider',
    )
  return authError(
    422,
    'saml_idp_already_exists',
    'SAML Identity Provider with this EntityID already exists',
  )
}

async function metadataOf(
  context: Pick<AuthContext, 'outgoing'>,
  { metadata_xml: xml, metadata_url: url }: SsoProviderBody,
  current: SsoProvider | undefined,
): Promise<string> {
  if (xml && url) throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
  if (xml) return xml
  if (!url) return current?.metadata_xml ?? ''
  const response = await context.outgoing
    .request({ url, method: 'GET', timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    .catch((cause: unknown) => {
      throw authError(400, 'saml_metadata_fetch_failed', 'Unable to fetch SAML metadata', { cause })
    })
  if (response.status !== 200)
    throw authError(
      400,
      'saml_metadata_fetch_failed',
      `HTTP ${response.status} error fetching SAML Metadata from URL`,
    )
  return response.body
}

const toBody = (provider: SsoProvider) => ({
  id: provider.id,
  ...(provider.resource_id !== null && { resource_id: provider.resource_id }),
  disabled: provider.disabled,
  saml: {
    entity_id: provider.entity_id,
    metadata_xml: provider.metadata_xml,
    ...(provider.metadata_url && { metadata_url: provider.metadata_url }),
    attribute_mapping: provider.attribute_mapping ?? {},
    ...(provider.name_id_format !== null && { name_id_format: provider.name_id_format }),
  },
  domains: provider.domains.map((domain) => ({ domain })),
  created_at: provider.created_at.toISOString(),
  updated_at: provider.updated_at.toISOString(),
})
