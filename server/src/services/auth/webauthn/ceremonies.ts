import { randomBytes } from 'node:crypto'
import { z } from 'zod'

// Most projects have no security keys, so the library is loaded on first use.
const load = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

type Library = Awaited<ReturnType<typeof load>>
export type CreationOptions = Awaited<ReturnType<Library['generateRegistrationOptions']>>
export type RequestOptions = Awaited<ReturnType<Library['generateAuthenticationOptions']>>

/** How long a browser waits for a person, in milliseconds. */
const TIMEOUT_MS = 5 * 60_000

/** EdDSA, ES256, and RS256. The defaults of the library depend on the runtime. */
const ALGORITHMS = [-8, -7, -257]

const Encoded = z.string().max(100_000)
const Extensions = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {})

/** A browser's response for a new credential. */
export const AttestationResponse = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  clientExtensionResults: Extensions,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(32)).max(10).nullish(),
  }),
})
export type AttestationResponse = z.infer<typeof AttestationResponse>

/** A browser's response for a credential that was used. */
export const AssertionResponse = z.object({
  id: Encoded,
  rawId: Encoded,
  type: z.literal('public-key'),
  clientExtensionResults: Extensions,
  response: z.object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Encoded.nullish(),
  }),
})
export type AssertionResponse = z.infer<typeof AssertionResponse>

/** A public key that the service knows. */
export type KnownKey = {
  readonly id: string
  /** The COSE public key in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

export type NewKey = {
  readonly credential: KnownKey
  readonly aaguid: string
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
}

/** The challenge and site that a response has to match. */
export type Expected = {
  /** In base64url. */
  readonly challenge: string
  readonly rpId: string
  readonly origins: readonly string[]
  /** Whether the person had to prove themselves to the key, with a PIN or a finger. */
  readonly needsPerson?: boolean
}

/** Creates a random challenge in base64url. */
export const newChallenge = (): string => randomBytes(32).toString('base64url')

/** The options with which a browser creates a credential. */
export async function creationOptions(given: {
  readonly rpId: string
  readonly rpName: string
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string }
  readonly excluded: readonly KnownKey[]
  /** Whether the key has to know the account by itself, as a passkey does. */
  readonly isPasskey?: boolean
}): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpID: given.rpId,
    rpName: given.rpName,
    challenge: bytesOf(given.challenge),
    userID: new TextEncoder().encode(given.user.id),
    userName: given.user.name,
    userDisplayName: given.user.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: given.excluded.map(toDescriptor),
    authenticatorSelection: given.isPasskey
      ? { residentKey: 'required', userVerification: 'required' }
      : { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** The options with which a browser uses a credential: one of those allowed, or any passkey. */
export async function requestOptions(given: {
  readonly rpId: string
  readonly challenge: string
  readonly allowed?: readonly KnownKey[]
}): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: given.rpId,
    challenge: bytesOf(given.challenge),
    timeout: TIMEOUT_MS,
    userVerification: given.allowed ? 'preferred' : 'required',
    ...(given.allowed && { allowCredentials: given.allowed.map(toDescriptor) }),
  })
}

/** The new credential, if the response to the challenge is valid. */
export async function checkAttestation(
  response: AttestationResponse,
  expected: Expected,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await load()
  const { transports, ...answer } = response.response
  try {
    const result = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...answer, attestationObject: await withoutStatement(answer) },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: expected.needsPerson ?? false,
    })
    if (!result.verified) return undefined
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = result.registrationInfo
    return {
      credential: {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: transports ?? [],
      },
      aaguid,
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    }
  } catch {
    // The library throws for every kind of invalid response.
    return undefined
  }
}

/** The credential's count of uses, if the response to the challenge is valid. */
export async function checkAssertion(
  response: AssertionResponse,
  expected: Expected & { readonly credential: KnownKey },
): Promise<{ readonly counter: number; readonly isBackedUp: boolean } | undefined> {
  const { credential } = expected
  const { verifyAuthenticationResponse } = await load()
  const { userHandle, ...answer } = response.response
  try {
    if (response.id !== credential.id) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: { ...answer, ...(userHandle && { userHandle }) } },
      expectedChallenge: expected.challenge,
      expectedOrigin: [...expected.origins],
      expectedRPID: expected.rpId,
      credential: {
        id: credential.id,
        publicKey: bytesOf(credential.publicKey),
        counter: credential.counter,
      },
      requireUserVerification: expected.needsPerson ?? false,
    })
    return verified
      ? {
          counter: authenticationInfo.newCounter,
          isBackedUp: authenticationInfo.credentialBackedUp,
        }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes the attestation statement, which certifies the manufacturer of the key. The service
 * trusts every manufacturer, and verifying a statement would fetch URLs in its certificates.
 */
async function withoutStatement({
  attestationObject,
}: {
  readonly attestationObject: string
}): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await loadHelpers()
  const decoded = decodeAttestationObject(bytesOf(attestationObject))
  const bare = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', decoded.get('authData')],
    ]),
  )
  return Buffer.from(bare).toString('base64url')
}

// The library rejects views of shared memory, which a Buffer can be by its type.
const bytesOf = (encoded: string) => new Uint8Array(Buffer.from(encoded, 'base64url'))

const toDescriptor = ({ id, transports }: KnownKey) => ({ id, transports: [...transports] })
