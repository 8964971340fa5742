import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Whether the person was there, and whether they proved themselves with a PIN or a finger. */
const PRESENT = 0x01
const PROVED = 0x04
const HAS_KEY = 0x40

export type SecurityKey = {
  readonly id: string
  /** Creates the credential, as `navigator.credentials.create` does on a page of the origin. */
  create(page: Page): CreatedCredential
  /** Signs a challenge, as `navigator.credentials.get` does on a page of the origin. */
  get(page: Page & { readonly userHandle?: string }): UsedCredential
}

type Page = { readonly challenge: string; readonly origin: string; readonly rpId: string }
type CreatedCredential = ReturnType<typeof created>
type UsedCredential = ReturnType<typeof used>

/** A security key in software, with a P-256 key pair. */
export function createSecurityKey({ provesPerson = true } = {}): SecurityKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const presence = PRESENT | (provesPerson ? PROVED : 0)
  let counter = 0

  const authenticatorData = (rpId: string, flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }

  return {
    id,
    create({ challenge, origin, rpId }) {
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        coseKey,
      ])
      const authData = authenticatorData(rpId, presence | HAS_KEY, attested)
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return created(id, {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
      })
    },
    get({ challenge, origin, rpId, userHandle }) {
      const data = clientData('webauthn.get', challenge, origin)
      const authData = authenticatorData(rpId, presence)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return used(id, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      })
    },
  }
}

const created = (
  id: string,
  response: { readonly clientDataJSON: string; readonly attestationObject: string },
) => credential(id, response)

const used = (
  id: string,
  response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string
  },
) => credential(id, response)

const credential = <T>(id: string, response: T) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response,
})

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
