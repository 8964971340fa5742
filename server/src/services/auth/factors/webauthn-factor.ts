import { z } from 'zod'
import type { AuthContext } from '../context.ts'
import { validationFailed } from '../errors.ts'
import {
  listFactors,
  type Ceremony,
  type Credential,
  type Factor,
  type OpenChallenge,
  type Proof,
} from '../queries/factors.ts'
import type { User } from '../queries/users.ts'
import {
  AssertionResponse,
  AttestationResponse,
  checkAssertion,
  checkAttestation,
  creationOptions,
  newChallenge,
  requestOptions,
  type CreationOptions,
  type RequestOptions,
} from '../webauthn/ceremonies.ts'

export type CredentialOptions = CreationOptions | RequestOptions

const MAX_ORIGINS = 20

/** The site that requests the response, as the client names it. */
export const WebAuthnSite = z.object({
  rpId: z.string().max(255).nullish(),
  rpOrigins: z.union([z.array(z.string().max(500)).max(MAX_ORIGINS), z.string()]).nullish(),
})
type WebAuthnSite = z.infer<typeof WebAuthnSite>

export const WebAuthnProof = z.object({
  type: z.string().nullish(),
  credential_response: z.unknown(),
})
type WebAuthnProof = z.infer<typeof WebAuthnProof>

/** Creates a challenge for the factor's security key, or for registering one. */
export async function askSecurityKey(
  context: Pick<AuthContext, 'database'>,
  { user, factor, site }: { user: User; factor: Factor; site: WebAuthnSite | null | undefined },
): Promise<{ readonly ceremony: Ceremony; readonly options: CredentialOptions }> {
  const { rpId, origins } = requireSite(site)
  const challenge = newChallenge()
  const credential = factor.web_authn_credential
  if (factor.status === 'verified') {
    // Registering a key on such a factor would let a session without it verify itself.
    if (!credential)
      throw validationFailed(
        'The key of this factor cannot be read. Remove the factor, then add it again',
      )
    // A browser offers a key only to the site that it was registered for.
    if (credential.rpId !== rpId)
      throw validationFailed(`The security key was registered for ${credential.rpId}`)
    return {
      ceremony: { type: 'request', challenge, rpId, origins },
      options: await requestOptions({ rpId, challenge, allowed: [credential] }),
    }
  }
  const others = await listFactors(context.database, user.id)
  return {
    ceremony: { type: 'create', challenge, rpId, origins },
    options: await creationOptions({
      rpId,
      rpName: rpId,
      challenge,
      user: { id: user.id, name: user.email ?? user.phone ?? user.id },
      excluded: others.flatMap(({ web_authn_credential: known }) => known ?? []),
    }),
  }
}

/** The values to store with the factor if the response to the challenge is valid. */
export async function checkSecurityKey(
  { factor, challenge }: { factor: Factor; challenge: OpenChallenge },
  proof: WebAuthnProof | null | undefined,
): Promise<Proof | undefined> {
  if (!proof) throw validationFailed('WebAuthn config required')
  const ceremony = challenge.web_authn_session_data
  if (!ceremony || (proof.type && proof.type !== ceremony.type)) return undefined
  if (ceremony.type === 'create') {
    // Another challenge has registered a key in the meantime.
    if (factor.status === 'verified') return undefined
    const made = await checkAttestation(read(AttestationResponse, proof), ceremony)
    return made && { credential: { ...made.credential, rpId: ceremony.rpId }, aaguid: made.aaguid }
  }
  const credential = factor.web_authn_credential
  if (!credential) return undefined
  const used = await checkAssertion(read(AssertionResponse, proof), { ...ceremony, credential })
  return used && { credential: counted(credential, used.counter) }
}

const counted = (credential: Credential, counter: number): Credential => ({
  ...credential,
  counter,
})

function read<T>(schema: z.core.$ZodType<T>, { credential_response: response }: WebAuthnProof): T {
  const parsed = z.safeParse(schema, response)
  if (!parsed.success) throw validationFailed('Invalid value for webauthn.credential_response')
  return parsed.data
}

function requireSite(site: WebAuthnSite | null | undefined) {
  if (!site) throw validationFailed('WebAuthn config required')
  const { rpId, rpOrigins } = site
  if (!rpId) throw validationFailed('webauthn.rpId is required')
  const origins = typeof rpOrigins === 'string' ? rpOrigins.split(',') : (rpOrigins ?? [])
  if (origins.length === 0) throw validationFailed('webauthn.rpOrigins is required')
  return { rpId, origins: origins.map((origin) => requireOrigin(origin, rpId)) }
}

/** Browsers use security keys only on secure pages of the site and its subdomains. */
function requireOrigin(given: string, rpId: string): string {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : undefined
  const isOfSite = url && (url.hostname === rpId || url.hostname.endsWith(`.${rpId}`))
  const isSecure = url?.protocol === 'https:' || (url && isLocal(url.hostname))
  if (!isOfSite || !isSecure)
    throw validationFailed(`webauthn.rpOrigins: ${given} is not an https origin of ${rpId}`)
  return url.origin
}

const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')
