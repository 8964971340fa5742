import { generateKeyPairSync } from 'node:crypto'
import { selfSignedCertificate } from '../src/lib/self-signed-certificate.ts'

const HOUR_MS = 3_600_000

/** A certificate for `names` (DNS names, wildcards allowed), valid from an hour before `now` for a day. */
export function createCertificate(
  names: readonly string[],
  now: Date,
  type: 'ec' | 'rsa' = 'ec',
): { key: string; cert: string } {
  const pair =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: selfSignedCertificate({
      ...pair,
      commonName: 'Stoa test',
      names,
      from: new Date(now.getTime() - HOUR_MS),
      until: new Date(now.getTime() + 23 * HOUR_MS),
    }),
  }
}
