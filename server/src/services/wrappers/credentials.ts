import type { ForeignCredential } from '@stoa/contract/services/wrappers/servers'
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { secretUnreadable } from '../../project/vault-refusals.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Session } from '../../postgres/session.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Remote } from './relay/dial.ts'
import { vaultOf } from './sessions.ts'
import type { Undo } from './undo.ts'

/** The vault's data about the secret of a record. */
export type SecretState = {
  /** The name of the secret; null if it has none or no longer exists. */
  readonly secret_name: string | null
  readonly has_secret: boolean
}

/** Adds the vault's data about its secret to each record. */
export async function withSecretStates<Stored extends { readonly secret_id: string | null }>(
  project: Project,
  records: readonly Stored[],
): Promise<(Stored & SecretState)[]> {
  const ids = records.flatMap(({ secret_id: id }) => id ?? [])
  const secrets =
    ids.length === 0
      ? []
      : await vaultOf(project).many(
          sql`select id::text, name from vault.secrets where id = any (${ids}::uuid[])`,
          z.object({ id: z.string(), name: z.string().nullable() }),
        )
  const names = new Map(secrets.map(({ id, name }) => [id, name]))
  return records.map((record) => {
    const name = record.secret_id === null ? undefined : names.get(record.secret_id)
    return { ...record, secret_name: name ?? null, has_secret: name !== undefined }
  })
}

/** A secret of the vault; 409 `vault_secret_unreadable`. */
export async function readSecret(project: Project, secretId: string): Promise<string> {
  const found = await vaultOf(project)
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

/** The stored address of a server. */
type StoredRemote = Omit<Remote, 'caCertificate' | 'password'> & {
  readonly ca_certificate: string | null
  readonly secret_id: string
}

/** The address of a server, with its password. */
export async function remoteOf(project: Project, stored: StoredRemote): Promise<Remote> {
  const password = await readSecret(project, stored.secret_id)
  return { ...stored, caCertificate: stored.ca_certificate, password }
}

const unreadable = (cause?: unknown) =>
  secretUnreadable(
    'Could not read the password or key from the vault.',
    'Save it again in the wrapper, or select another secret.',
    cause,
  )

/** The location of a password or key. */
type Secret = { readonly id: string; readonly isOwn: boolean }

/** The name and the description of a secret in the vault. */
export type SecretLabel = { readonly name: string; readonly description: string }

/** Where the credential of a server or a file is stored now. */
type StoredCredential = Pick<SecretState, 'has_secret'> & {
  readonly secret_id: string | null
  readonly owns_secret: boolean
}

export const labelOf = (server: string): SecretLabel => ({
  name: `foreign_server_${server}`,
  description: `Password of the foreign server ${server}`,
})

/** Never waits long for a lock, because the owner can lock the vault. */
const change = <T>(project: Project, work: (tx: Session) => Promise<T>): Promise<T> =>
  vaultOf(project).transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '5s'`)
    return work(tx)
  })

async function createSecret(
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

/** Creates a secret, unless another one was selected. */
export async function keepSecret(
  project: Project,
  { label, credential }: { readonly label: SecretLabel; readonly credential: ForeignCredential },
  undo: Undo,
): Promise<Secret> {
  const secret = await change(project, (tx) => createSecret(tx, label, credential))
  undo(() => forgetSecret(project, { secret_id: secret.id, owns_secret: secret.isOwn }))
  return secret
}

/** Changes the record's own secret; any other secret stays unchanged. */
export const changeSecret = (
  project: Project,
  { before, label }: { readonly before: StoredCredential; readonly label: SecretLabel },
  credential: ForeignCredential,
): Promise<Secret> =>
  change(project, async (tx) => {
    if ('password' in credential && before.owns_secret && before.has_secret && before.secret_id) {
      await tx.run(
        sql`select vault.update_secret(${before.secret_id}::uuid, ${credential.password})`,
      )
      return { id: before.secret_id, isOwn: true }
    }
    if ('secret_id' in credential && credential.secret_id === before.secret_id)
      return { id: before.secret_id, isOwn: before.owns_secret }
    if (before.owns_secret) await deleteSecret(tx, before.secret_id)
    return createSecret(tx, label, credential)
  })

/** Deletes the secret of a record, if it was created with it. */
export async function forgetSecret(
  project: Project,
  { secret_id: id, owns_secret: isOwn }: Pick<StoredCredential, 'secret_id' | 'owns_secret'>,
): Promise<void> {
  if (isOwn) await change(project, (tx) => deleteSecret(tx, id))
}

const deleteSecret = (tx: Session, id: string | null) =>
  tx.run(sql`delete from vault.secrets where id = ${id}::uuid`)

/** Rejects anything that is not a certificate with 400 `invalid_certificate`. */
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
