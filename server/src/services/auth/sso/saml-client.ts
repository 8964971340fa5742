import type { SAML } from '@node-saml/node-saml'
import { withoutRun } from '../../../lib/without-run.ts'
import type { AuthContext } from '../context.ts'
import { authError } from '../errors.ts'
import type { SsoProvider } from '../queries/sso-providers.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import { samlKeyOf } from './saml-key.ts'

/** An assertion older than this is refused, even if its own validity is longer. */
export const MAX_ASSERTION_AGE_MS = 10 * 60_000
const CLOCK_SKEW_MS = 60_000

/** 404 `saml_provider_disabled` unless the project uses SAML. */
export function requireSaml({ settings }: Pick<AuthContext, 'settings'>) {
  if (!settings.saml_enabled) throw authError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

/** The addresses of the project as a service provider. */
export function samlUrls({ project, settings }: Pick<AuthContext, 'project' | 'settings'>) {
  const base = withoutRun(settings.saml_external_url || project.apiUrl, '/')
  return {
    entityId: `${base}/auth/v1/sso/saml/metadata`,
    acs: `${base}/auth/v1/sso/saml/acs`,
  }
}

type Exchange = {
  /** The request that the response must name; null for a response without a request. */
  readonly request: { readonly id: string; readonly sentAt: Date } | null
  /** The whole response must be signed, besides its assertion. Verified before anything is decrypted. */
  readonly isResponseSigned: boolean
}

/** Speaks SAML with one identity provider. */
export async function createSamlClient(
  context: AuthContext,
  provider: SsoProvider,
  { request, isResponseSigned }: Exchange,
): Promise<SAML> {
  // The package is large, and most projects don't use it.
  const { SAML: Client, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const { entityId, entryPoint, certificates } = readIdpMetadata(provider.metadata_xml)
  const urls = samlUrls(context)
  const key = context.settings.saml_allow_encrypted_assertions
    ? await samlKeyOf(context)
    : undefined
  return new Client({
    idpCert: certificates.map(toPem),
    idpIssuer: entityId,
    entryPoint,
    issuer: urls.entityId,
    audience: urls.entityId,
    callbackUrl: urls.acs,
    identifierFormat: provider.name_id_format,
    ...(key && { decryptionPvk: key.privateKey }),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    maxAssertionAgeMs: MAX_ASSERTION_AGE_MS,
    requestIdExpirationPeriodMs: 60 * 60_000,
    validateInResponseTo: request ? ValidateInResponseTo.always : ValidateInResponseTo.ifPresent,
    ...(request && { generateUniqueId: () => request.id }),
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (request?.id === key ? request.sentAt.toISOString() : null),
      removeAsync: async () => null,
    },
  })
}

const toPem = (certificate: string) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`
