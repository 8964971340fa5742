import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ForeignBytes } from './messages.ts'

/** The client's side of SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677). */
export type ScramClient = {
  readonly first: string
  /** The response to the server's first message. Rejects if the message is not one. */
  respond(serverFirst: string): Promise<string>
  /** Throws if the server has not proved that it knows the password. */
  verify(serverFinal: string): void
}

export const SCRAM = 'SCRAM-SHA-256'
/**
 * Postgres's default is 4096. The server chooses the number, and each handshake occupies one of
 * Node's few worker threads.
 */
const MAX_ITERATIONS = 1_000_000

const deriveKey = promisify(pbkdf2)

export function createScramClient(
  password: string,
  nonce: string = randomBytes(18).toString('base64'),
): ScramClient {
  const bare = `n=,r=${nonce}`
  let expected: Buffer | undefined
  return {
    first: `n,,${bare}`,
    async respond(serverFirst) {
      const given = /^r=([!-+\--~]+),s=([\w+/=]+),i=(\d{1,10})$/.exec(serverFirst)
      const [, full = '', salt = '', iterations = ''] = given ?? []
      if (!full.startsWith(nonce) || full === nonce || Number(iterations) < 1)
        throw new ForeignBytes('Not the first message of a SCRAM server')
      if (Number(iterations) > MAX_ITERATIONS)
        throw new ForeignBytes(`The server asks for ${iterations} iterations`)
      // Postgres prepares passwords with SASLprep, whose main part is this normalization.
      const prepared = password.normalize('NFKC')
      const salted = await deriveKey(
        prepared,
        Buffer.from(salt, 'base64'),
        Number(iterations),
        32,
        'sha256',
      )
      const withoutProof = `c=biws,r=${full}`
      const text = `${bare},${serverFirst},${withoutProof}`
      const clientKey = hmac(salted, 'Client Key')
      const signature = hmac(createHash('sha256').update(clientKey).digest(), text)
      const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)))
      expected = hmac(hmac(salted, 'Server Key'), text)
      return `${withoutProof},p=${proof.toString('base64')}`
    },
    verify(serverFinal) {
      const signature = Buffer.from(/^v=([\w+/=]+)/.exec(serverFinal)?.[1] ?? '', 'base64')
      if (
        !expected ||
        signature.length !== expected.length ||
        !timingSafeEqual(signature, expected)
      )
        throw new ForeignBytes('The server has not proved that it knows the password')
    },
  }
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
