import type { Profile } from '@node-saml/node-saml'
import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { text } from '../body.ts'
import type { AuthContext } from '../context.ts'
import { authError, validationFailed } from '../errors.ts'
import { afterSignIn } from '../external/callback.ts'
import { findOrCreateAccount } from '../external/external-account.ts'
import { objectOf, profileOf, textOf, type ExternalProfile } from '../external/profile.ts'
import { digestOf } from '../digests.ts'
import { chooseRedirect, withQuery } from '../mail/redirects.ts'
import { putExternalCode, useProof } from '../queries/external-flows.ts'
import {
  findSsoProvider,
  findSsoProviderByDomain,
  findSsoProviderByEntity,
  putRelayState,
  takeRelayState,
  type RelayState,
  type SsoProvider,
} from '../queries/sso-providers.ts'
import { sessionRedirect } from '../sessions/session-redirect.ts'
import { startSession } from '../sessions/sessions.ts'
import { ChallengeFields, challengeFor } from '../sign-in/pkce.ts'
import { needsSignedResponse } from './encryption.ts'
import { parseXml } from './idp-metadata.ts'
import { createSamlClient, MAX_ASSERTION_AGE_MS, requireSaml } from './saml-client.ts'

export const SsoBody = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: z.boolean().nullish(),
  ...ChallengeFields,
})

const RELAY_LIFETIME_MS = 15 * 60_000

/** Starts a sign-in at an organization's identity provider and returns the URL there. */
export async function beginSso(
  context: AuthContext,
  body: z.infer<typeof SsoBody>,
): Promise<string> {
  requireSaml(context)
  context.limits.count('externalByIp', context.project.ref, context.client.network)
  if (body.provider_id === '' && body.domain === '')
    throw validationFailed('A domain or provider_id needs to be provided')
  const challenge = challengeFor(context, body)
  const provider = await findRequested(context, body)
  const request = { id: `_${randomBytes(20).toString('hex')}`, sentAt: context.now }
  const relay = randomUUID()
  const client = await createSamlClient(context, provider, { request, isResponseSigned: false })
  const url = await client.getAuthorizeUrlAsync(relay, undefined, {})
  await putRelayState(context.database, {
    id: relay,
    providerId: provider.id,
    requestId: request.id,
    redirectTo: chooseRedirect(context, [body.redirect_to, context.redirectTo]),
    challenge,
    now: context.now,
  })
  return url
}

async function findRequested(
  { database }: Pick<AuthContext, 'database'>,
  { provider_id: id, domain }: { provider_id: string; domain: string },
): Promise<SsoProvider> {
  const provider =
    id !== ''
      ? z.guid().safeParse(id).success && (await findSsoProvider(database, id))
      : await findSsoProviderByDomain(database, domain.trim().toLowerCase())
  if (!provider || provider.disabled)
    throw authError(
      404,
      'sso_provider_not_found',
      id !== '' ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
    )
  return provider
}

export const AcsBody = z.object({ SAMLResponse: text, RelayState: text })

/** Finishes the sign-in of a browser that brings an assertion. Returns where to redirect it. */
export async function finishSso(
  context: AuthContext,
  body: z.infer<typeof AcsBody>,
): Promise<string> {
  requireSaml(context)
  context.limits.count('externalByIp', context.project.ref, context.client.network)
  if (body.SAMLResponse === '') throw validationFailed('SAMLResponse is missing')
  const relay = z.guid().safeParse(body.RelayState).success
    ? await takeRelay(context, body.RelayState)
    : undefined
  const provider = relay
    ? await findSsoProvider(context.database, relay.provider_id)
    : await findSsoProviderByEntity(context.database, issuerOf(body.SAMLResponse))
  if (!provider || provider.disabled)
    throw authError(
      404,
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    )
  const profile = await verifyResponse(context, { provider, relay, response: body.SAMLResponse })
  const person = {
    provider: `sso:${provider.id}`,
    profile: toExternalProfile(provider, profile),
    isEmailOptional: false,
  }
  if (person.profile.emails.length === 0)
    throw validationFailed('The SAML assertion contains no email address')
  const target = chooseRedirect(context, [relay?.redirect_to, body.RelayState])
  const proof = {
    digest: digestOf(`saml ${provider.id} ${assertionIdOf(profile)}`),
    expiresAt: new Date(context.now.getTime() + 2 * MAX_ASSERTION_AGE_MS),
    now: context.now,
  }
  const { account, redirect } = await context.database.transaction(async (tx) => {
    if (!(await useProof(tx, proof)))
      throw authError(400, 'saml_assertion_replayed', 'The SAML assertion has already been used')
    const found = await findOrCreateAccount(context, tx, person)
    const { id: userId } = found.user
    if (found.refusal) return { account: found, redirect: '' }
    if (relay?.challenge) {
      const code = randomUUID()
      await putExternalCode(tx, {
        userId,
        provider: person.provider,
        kind: 'sso/saml',
        challenge: relay.challenge,
        codeDigest: digestOf(code),
        accessToken: null,
        refreshToken: null,
        now: context.now,
      })
      return { account: found, redirect: withQuery(target, { code }) }
    }
    const signedIn = { userId, method: 'sso/saml', provider: person.provider } as const
    return {
      account: found,
      redirect: sessionRedirect(context, target, {
        session: await startSession(context, tx, signedIn),
      }),
    }
  })
  await afterSignIn(context, account)
  return redirect
}

async function takeRelay(
  context: Pick<AuthContext, 'database' | 'now'>,
  id: string,
): Promise<RelayState> {
  const relay = await takeRelayState(context.database, id)
  if (!relay)
    throw authError(
      404,
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
    )
  if (context.now.getTime() - relay.created_at.getTime() > RELAY_LIFETIME_MS)
    throw authError(
      403,
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try logging in again?',
    )
  return relay
}

async function verifyResponse(
  context: AuthContext,
  given: { provider: SsoProvider; relay: RelayState | undefined; response: string },
): Promise<Profile> {
  const { relay } = given
  const xml = xmlOf(given.response)
  const client = await createSamlClient(context, given.provider, {
    request: relay ? { id: relay.request_id, sentAt: relay.created_at } : null,
    isResponseSigned: needsSignedResponse(xml),
  })
  const { profile } = await client
    .validatePostResponseAsync({ SAMLResponse: given.response })
    .catch((cause: unknown) => {
      throw authError(400, 'validation_failed', 'SAML Assertion is not valid', { cause })
    })
  if (!profile) throw validationFailed('SAML Assertion is not valid')
  return profile
}

const xmlOf = (response: string) => Buffer.from(response, 'base64').toString('utf8')

/** The issuer in an unverified response, whose key then has to verify the signature. */
function issuerOf(response: string): string {
  const { Issuer: issuer } = objectOf(parseXml(xmlOf(response))['Response'])
  return textOf(typeof issuer === 'string' ? issuer : objectOf(issuer)['#text']).trim()
}

function assertionIdOf(profile: Profile): string {
  const { Assertion: assertion } = parseXml(profile.getAssertionXml?.() ?? '')
  const id = objectOf(assertion)['@ID']
  if (typeof id !== 'string' || id === '') throw validationFailed('SAML Assertion is not valid')
  return id
}

const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'Email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

function toExternalProfile(provider: SsoProvider, profile: Profile): ExternalProfile {
  const attributes = objectOf(profile['attributes'])
  const single = (name: string) => {
    const value = attributes[name]
    return textOf(Array.isArray(value) ? value[0] : value)
  }
  const mapped = Object.entries(objectOf(provider.attribute_mapping?.['keys'])).map(
    ([claim, rule]) => [claim, mappedValue(attributes, objectOf(rule))] as const,
  )
  const claims = Object.fromEntries(mapped.filter(([, value]) => value !== undefined))
  const email =
    textOf(claims['email']) ||
    EMAIL_ATTRIBUTES.map(single).find((value) => value !== '') ||
    (profile.nameID.includes('@') ? profile.nameID : '')
  const { email: _email, ...more } = claims
  return profileOf({
    issuer: provider.entity_id,
    subject: profile.nameID,
    emails: [{ email, isVerified: true }],
    name: claims['name'],
    more: { ...(Object.keys(more).length > 0 && { custom_claims: more }) },
  })
}

/** The first of the named attributes that the assertion has, or the default. */
function mappedValue(
  attributes: Readonly<Record<string, unknown>>,
  rule: Readonly<Record<string, unknown>>,
): unknown {
  const names = [rule['name'], ...(Array.isArray(rule['names']) ? rule['names'] : [])].map(textOf)
  const name = names.find((each) => each !== '' && Object.hasOwn(attributes, each))
  if (name === undefined) return rule['default']
  const value = attributes[name]
  if (rule['array'] === true) return (Array.isArray(value) ? value : [value]).map(textOf)
  return textOf(Array.isArray(value) ? value[0] : value)
}
