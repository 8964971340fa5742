import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { selfSignedCertificate } from '../../../lib/self-signed-certificate.ts'
import type { AuthContext } from '../context.ts'
import { findSamlKey, putSamlKey, type StoredSamlKey } from '../queries/saml-keys.ts'

/** A key pair for encrypted assertions; the certificate is public. Both are PEM. */
export type SamlKey = { readonly certificate: string; readonly privateKey: string }

const createPair = promisify(generateKeyPair)
const LIFETIME_MS = 10 * 365 * 86_400_000
/** Branches are copies with the same key, so it is not bound to the project. */
const PURPOSE = 'saml-key'

/**
 * The project's key for encrypted assertions, created when it is first needed. A key from another
 * installation's dump cannot be read and is replaced; the identity provider then needs the metadata
 * again, as it does for the new addresses.
 */
export async function samlKeyOf(
  context: Pick<AuthContext, 'database' | 'now' | 'providerBox'>,
): Promise<SamlKey> {
  const stored = await findSamlKey(context.database)
  const known = stored && open(context, stored)
  if (known) return known
  const made = await createKey(context)
  const kept = await putSamlKey(context.database, {
    certificate: made.certificate,
    private_key: context.providerBox.seal(made.privateKey, PURPOSE).toString('base64'),
    replaced: stored?.private_key ?? '',
    now: context.now,
  })
  return open(context, kept) ?? made
}

function open(
  { providerBox }: Pick<AuthContext, 'providerBox'>,
  { certificate, private_key: sealed }: StoredSamlKey,
): SamlKey | undefined {
  try {
    return { certificate, privateKey: providerBox.open(Buffer.from(sealed, 'base64'), PURPOSE) }
  } catch {
    return undefined
  }
}

async function createKey({ now }: Pick<AuthContext, 'now'>): Promise<SamlKey> {
  const pair = await createPair('rsa', { modulusLength: 2048 })
  return {
    certificate: selfSignedCertificate({
      ...pair,
      commonName: 'SAML service provider',
      names: [],
      from: now,
      until: new Date(now.getTime() + LIFETIME_MS),
    }),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
