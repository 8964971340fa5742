import type { ForeignCredential } from '@stoa/contract/services/wrappers/servers'
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { ServerRecord } from './records.ts'
import type { Remote } from './relay/dial.ts'

/** The password of a server; 409 `vault_secret_unreadable`. */
export async function readPassword(session: Session, secretId: string): Promise<string> {
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
  const password = await readPassword(session, record.secret_id)
  return { ...record, caCertificate: record.ca_certificate, password }
}

const unreadable = (cause?: unknown) =>
  new AppError(
    'vault_secret_unreadable',
    'Could not read the password of the foreign server from the vault.',
    { status: 409, hint: 'Save the password of the server again.', cause },
  )

/** Where the password of a server is. */
type Secret = { readonly id: string; readonly isOwn: boolean }

/** Creates a secret of the server's own, unless another one was selected. */
export async function keepSecret(
  tx: Session,
  server: string,
  credential: ForeignCredential,
): Promise<Secret> {
  if ('secret_id' in credential) return { id: credential.secret_id, isOwn: false }
  const { id } = await tx.one(
    sql`select vault.create_secret(${credential.password}, ${`foreign_server_${server}`},
      ${`Password of the foreign server ${server}`})::text as id`,
    z.object({ id: z.string() }),
  )
  return { id, isOwn: true }
}

/** Changes the server's own secret; a secret of somebody else stays as it is. */
export async function changeSecret(
  tx: Session,
  before: ServerRecord,
  credential: ForeignCredential,
): Promise<Secret> {
  if ('password' in credential && before.owns_secret && before.has_secret) {
    await tx.run(sql`select vault.update_secret(${before.secret_id}::uuid, ${credential.password})`)
    return { id: before.secret_id, isOwn: true }
  }
  if ('secret_id' in credential && credential.secret_id === before.secret_id)
    return { id: before.secret_id, isOwn: before.owns_secret }
  if (before.owns_secret)
    await tx.run(sql`delete from vault.secrets where id = ${before.secret_id}::uuid`)
  return keepSecret(tx, before.name, credential)
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
