import type { ForeignCredential } from '@stoa/contract/services/wrappers/servers'
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { ServerRecord } from './records.ts'
import type { Remote } from './relay/dial.ts'

/** A secret of the vault; 409 `vault_secret_unreadable`. */
export async function readSecret(session: Session, secretId: string): Promise<string> {
  const found = await session
    .maybe(
      sql`select decrypted_secret as value from vault.decrypted_secrets
        where id = ${secretId}::uuid`,
      z.object({ value: z.string() }),
    )
    .catch((cause: unknown) => {
      throw sqlstateOf(cause) === undefined ? cause : unreadable(cause)
    })
  if (found) return found.value
  throw unreadable()
}

/** Where a server leads, with its password. */
export async function remoteOf(session: Session, record: ServerRecord): Promise<Remote> {
  const password = await readSecret(session, record.secret_id)
  return { ...record, caCertificate: record.ca_certificate, password }
}

const unreadable = (cause?: unknown) =>
  new AppError('vault_secret_unreadable', 'Could not read the password or key from the vault.', {
    status: 409,
    hint: 'Save it again in the wrapper, or select another secret.',
    cause,
  })

/** Where a password or key is. */
type Secret = { readonly id: string; readonly isOwn: boolean }

/** The name and the description of a secret in the vault. */
export type SecretLabel = { readonly name: string; readonly description: string }

/** Where the credential of a server or a file is now. */
type Kept = {
  readonly secret_id: string | null
  readonly owns_secret: boolean
  readonly has_secret: boolean
}

export const labelOf = (server: string): SecretLabel => ({
  name: `foreign_server_${server}`,
  description: `Password of the foreign server ${server}`,
})

/** Creates a secret, unless another one was selected. */
export async function keepSecret(
  tx: Session,
  label: SecretLabel,
  credential: ForeignCredential,
): Promise<Secret> {
  if ('secret_id' in credential) return { id: credential.secret_id, isOwn: false }
  const { id } = await tx.one(
    sql`select vault.create_secret(${credential.password}, ${label.name}, ${label.description})::text
      as id`,
    z.object({ id: z.string() }),
  )
  return { id, isOwn: true }
}

/** Changes an own secret; a secret of somebody else stays as it is. */
export async function changeSecret(
  tx: Session,
  { before, label }: { readonly before: Kept; readonly label: SecretLabel },
  credential: ForeignCredential,
): Promise<Secret> {
  if ('password' in credential && before.owns_secret && before.has_secret && before.secret_id) {
    await tx.run(sql`select vault.update_secret(${before.secret_id}::uuid, ${credential.password})`)
    return { id: before.secret_id, isOwn: true }
  }
  if ('secret_id' in credential && credential.secret_id === before.secret_id)
    return { id: before.secret_id, isOwn: before.owns_secret }
  if (before.owns_secret)
    await tx.run(sql`delete from vault.secrets where id = ${before.secret_id}::uuid`)
  return keepSecret(tx, label, credential)
}

/** Rejects what is no certificate with 400 `invalid_certificate`. */
export function checkCertificate(pem: string | null): void {
  if (pem === null) return
  try {
    void new X509Certificate(pem)
  } catch (cause) {
    throw new AppError('invalid_certificate', 'The CA certificate is not in PEM format.', {
      status: 400,
      hint: 'Paste the text from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
      cause,
    })
  }
}
