import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPair,
  randomBytes,
  sign,
  verify,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningAlgorithm } from '@stoa/contract/platform/keys'
import { AppError } from '../../lib/errors.ts'
import type { SigningPair } from './key-ring.ts'

const generatePair = promisify(generateKeyPair)

const RSA_BITS = 2048
const RSA_MOST_BITS = 4096
/** In bytes. A secret must not be shorter than the digest (RFC 7518, 3.2). */
const SHORTEST_SECRET = 32
const LONGEST_SECRET = 1024

/** Generates a secret or private key, as JWK. */
export async function generateMaterial(algorithm: SigningAlgorithm): Promise<JsonWebKey> {
  if (algorithm === 'HS256') return secretMaterial(randomBytes(48).toString('base64url'))
  const { privateKey } =
    algorithm === 'ES256'
      ? await generatePair('ec', { namedCurve: 'P-256' })
      : await generatePair('rsa', { modulusLength: RSA_BITS })
  return privateKey.export({ format: 'jwk' })
}

/** The JWK of a secret given as text: its UTF-8 bytes, as other libraries read it. */
export const secretMaterial = (text: string): JsonWebKey => ({
  kty: 'oct',
  k: Buffer.from(text).toString('base64url'),
})

/**
 * Imports a key: the secret's text for HS256, otherwise a private key as PEM or JWK. Throws 400
 * `signing_key_invalid`; the error never contains the input.
 */
export function importMaterial(algorithm: SigningAlgorithm, given: string): JsonWebKey {
  if (algorithm === 'HS256') {
    const bytes = Buffer.byteLength(given)
    if (bytes < SHORTEST_SECRET || bytes > LONGEST_SECRET)
      throw invalid(`A secret must have between ${SHORTEST_SECRET} and ${LONGEST_SECRET} bytes.`)
    return secretMaterial(given)
  }
  const key = readPrivateKey(given)
  if (!isOf(algorithm, key)) throw invalid(WANTED[algorithm])
  const material = key.export({ format: 'jwk' })
  if (!isPair(toPair('import', algorithm, material)))
    throw invalid('The public key does not match the private key.')
  return material
}

const WANTED = {
  ES256: 'ES256 requires a private key on the curve P-256.',
  RS256: `RS256 requires an RSA private key of ${RSA_BITS} to ${RSA_MOST_BITS} bits.`,
}

function readPrivateKey(given: string): KeyObject {
  try {
    const text = given.trim()
    if (!text.startsWith('{')) return createPrivateKey({ key: text, format: 'pem' })
    const jwk: unknown = JSON.parse(text)
    return createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
  } catch {
    // The original error is dropped because it can quote the input.
    throw invalid('It is not a private key in PEM or JWK format, or it has a passphrase.')
  }
}

function isOf(algorithm: 'ES256' | 'RS256', key: KeyObject): boolean {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (algorithm === 'ES256') return key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1'
  const fits = modulusLength >= RSA_BITS && modulusLength <= RSA_MOST_BITS
  return key.asymmetricKeyType === 'rsa' && fits
}

function isPair({ signing, publicJwk }: SigningPair): boolean {
  try {
    const probe = Buffer.from('probe')
    const key = createPublicKey({ key: publicJwk ?? {}, format: 'jwk' })
    return verify('sha256', probe, key, sign('sha256', probe, signing.key))
  } catch {
    return false
  }
}

const invalid = (reason: string) =>
  new AppError('signing_key_invalid', `Could not import the key. ${reason}`, {
    status: 400,
    hint: 'Paste a private key in PEM or JWK format without a passphrase. For HS256, paste the secret.',
  })

/** Creates the key objects that sign and verify. Keep them: creating costs more than using them. */
export function toPair(
  kid: string,
  algorithm: SigningAlgorithm,
  material: JsonWebKey,
): SigningPair {
  if (algorithm === 'HS256') {
    const key = createSecretKey(Buffer.from(material.k ?? '', 'base64url'))
    return {
      signing: { kid, algorithm, key },
      verifying: { kid, algorithm, key },
      publicJwk: null,
    }
  }
  const key = createPrivateKey({ key: material, format: 'jwk' })
  const publicKey = createPublicKey(key)
  return {
    signing: { kid, algorithm, key },
    verifying: { kid, algorithm, key: publicKey },
    publicJwk: {
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg: algorithm,
      use: 'sig',
      key_ops: ['verify'],
    },
  }
}

/** Exports a key for use elsewhere: the secret's text, or the private key as PEM (PKCS #8). */
export function exportMaterial(algorithm: SigningAlgorithm, material: JsonWebKey): string {
  if (algorithm === 'HS256') return Buffer.from(material.k ?? '', 'base64url').toString()
  return createPrivateKey({ key: material, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
}

/** Whether two keys are the same key material, regardless of their ids. */
export const isSameMaterial = (left: JsonWebKey, right: JsonWebKey): boolean =>
  left.kty === right.kty && left.k === right.k && left.n === right.n && left.x === right.x
