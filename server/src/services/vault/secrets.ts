import { vaultNameTaken } from '../../project/vault-refusals.ts'
import type {
  createVaultSecret,
  updateVaultSecret,
  VaultSecret,
} from '@stoa/contract/services/vault/secrets'
import type { z } from 'zod'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { isKeyLost, keyLost, keyMissing, secretNotFound } from './errors.ts'
import { isNative, keyIds } from './key.ts'
import * as queries from './queries.ts'
import { findUnreadable } from './readable.ts'

type NewSecret = z.infer<NonNullable<typeof createVaultSecret.body>>
type SecretChange = z.infer<NonNullable<typeof updateVaultSecret.body>>

// Members work on a project's database as its owner.
const owner = ({ database }: Project) => database.as('postgres')

/** The secrets whose name or description contains the text, by name, without their values. */
export async function listSecrets(project: Project, search = ''): Promise<VaultSecret[]> {
  const rows = await queries.findSecrets(owner(project), search)
  const isReadable = await readableBy(
    project,
    rows.map(({ id }) => id),
  )
  return rows.map(({ key_id, ...row }) => ({
    ...row,
    is_readable: isReadable({ id: row.id, key_id }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

type EncryptedSecret = { readonly id: string; readonly key_id: string | null }

/** Whether a key of the database opens a secret. */
async function readableBy(
  project: Project,
  ids: readonly string[],
): Promise<(secret: EncryptedSecret) => boolean> {
  if (await isNative(project)) {
    const lost = new Set(await findUnreadable(project, ids))
    return ({ id }) => !lost.has(id)
  }
  const keys = await keyIds(project)
  return ({ key_id: key }) => key !== null && keys.includes(key)
}

/** Stores a secret under an unused name; 409 `vault_name_taken`. Resolves to its id. */
export const createSecret = (project: Project, secret: NewSecret) =>
  queries.addSecret(owner(project), secret).catch(refuseTakenName(secret.name))

/**
 * Changes the given fields; 404 `vault_secret_not_found`, 409 `definition_changed` unless the
 * secret still has the values in `replaces`. Resolves to its previous name.
 */
export async function updateSecret(
  project: Project,
  id: string,
  { replaces, ...change }: SecretChange,
): Promise<string> {
  const before = await requireName(project, id)
  await owner(project)
    .transaction(async (tx) => {
      if (replaces !== undefined) requireUnchanged(await readShown(tx, id), replaces)
      await queries.changeSecret(tx, id, change)
    })
    .catch(refuseTakenName(change.name ?? ''))
  return before
}

async function readShown(tx: Session, id: string) {
  const { updated_at: updatedAt, ...shown } = await queries.readShownSecret(tx, id)
  return { ...shown, updated_at: updatedAt.toISOString() }
}

/** Deletes a secret; 404 `vault_secret_not_found`. Resolves to its name. */
export async function deleteSecret(project: Project, id: string): Promise<string> {
  const name = await requireName(project, id)
  await queries.removeSecret(owner(project), id)
  return name
}

/**
 * Decrypts a secret; 404 `vault_secret_not_found`, 409 `vault_key_lost` for one that another
 * project's key encrypted.
 */
export async function revealSecret(
  project: Project,
  id: string,
): Promise<{ readonly value: string; readonly target: string }> {
  const target = await requireName(project, id)
  const { value } = await queries.decryptSecret(owner(project), id).catch((cause: unknown) => {
    throw isKeyLost(cause) ? keyLost(cause) : cause
  })
  return { value, target }
}

/** The name of the secret, or its id if it has none. */
async function requireName(project: Project, id: string): Promise<string> {
  const secret = await queries.findSecretName(owner(project), id)
  if (!secret) throw secretNotFound()
  return secret.name
}

const refuseTakenName = (name: string) => (cause: unknown) => {
  if (sqlstateOf(cause) === 'VLT02') throw keyMissing(cause)
  if (sqlstateOf(cause) !== '23505') throw cause
  throw vaultNameTaken(
    `A secret named ${name} already exists.`,
    'Choose another name, or change the existing secret.',
    cause,
  )
}
