import {
  MAX_LISTED_SECRETS,
  VaultSecret,
  type createVaultSecret,
  type updateVaultSecret,
} from '@stoa/contract/services/vault/secrets'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { isNative, keyIds } from './key.ts'
import { findUnreadable, isKeyLost } from './readable.ts'

type NewSecret = z.infer<NonNullable<typeof createVaultSecret.body>>
type Change = z.infer<NonNullable<typeof updateVaultSecret.body>>

const Row = VaultSecret.omit({ is_readable: true }).extend({
  key_id: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})

// Members work on a project's database as its owner.
const owner = ({ database }: Project) => database.as('postgres')

/** The secrets whose name or description contains the text, by name, without their values. */
export async function listSecrets(project: Project, search = ''): Promise<VaultSecret[]> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await owner(project).many(
    sql`select id::text, name, description, key_id::text, created_at, updated_at from vault.secrets
      where ${search} = '' or name ilike ${pattern} or description ilike ${pattern}
      order by name, id limit ${MAX_LISTED_SECRETS}`,
    Row,
  )
  const isReadable = await readableBy(project, rows)
  return rows.map(({ key_id, ...row }) => ({
    ...row,
    is_readable: isReadable({ id: row.id, key_id }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

/** Whether a key of the database opens a secret. */
async function readableBy(
  project: Project,
  rows: readonly Pick<z.infer<typeof Row>, 'id'>[],
): Promise<(row: Pick<z.infer<typeof Row>, 'id' | 'key_id'>) => boolean> {
  if (await isNative(project)) {
    const ids = rows.map(({ id }) => id)
    const lost = new Set(await findUnreadable(project, ids))
    return ({ id }) => !lost.has(id)
  }
  const keys = await keyIds(project)
  return ({ key_id: key }) => key !== null && keys.includes(key)
}

/** Stores a secret under an unused name; 409 `vault_name_taken`. Resolves to its id. */
export const createSecret = (project: Project, { value, name, description }: NewSecret) =>
  owner(project)
    .one(
      sql`select vault.create_secret(${value}, ${name}, ${description})::text as id`,
      z.object({ id: z.string() }),
    )
    .catch(refuseTakenName(name))

/**
 * Changes the given fields; 404 `vault_secret_not_found`, 409 `definition_changed` unless the
 * secret still has the values in `replaces`. Resolves to its previous name.
 */
export async function updateSecret(
  project: Project,
  id: string,
  { value, name, description, replaces }: Change,
): Promise<string> {
  const before = await requireName(project, id)
  await owner(project)
    .transaction(async (tx) => {
      if (replaces !== undefined) requireUnchanged(await readShown(tx, id), replaces)
      await tx.run(
        sql`select vault.update_secret(${id}::uuid, ${value ?? null}, ${name ?? null},
          ${description ?? null})`,
      )
    })
    .catch(refuseTakenName(name ?? ''))
  return before
}

async function readShown(tx: Session, id: string) {
  const { updated_at: updatedAt, ...shown } = await tx.one(
    sql`select name, description, updated_at from vault.secrets where id = ${id}::uuid`,
    Row.pick({ name: true, description: true, updated_at: true }),
  )
  return { ...shown, updated_at: updatedAt.toISOString() }
}

/** Deletes a secret; 404 `vault_secret_not_found`. Resolves to its name. */
export async function deleteSecret(project: Project, id: string): Promise<string> {
  const name = await requireName(project, id)
  await owner(project).run(sql`delete from vault.secrets where id = ${id}::uuid`)
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
  const { value } = await owner(project)
    .one(
      sql`select decrypted_secret as value from vault.decrypted_secrets where id = ${id}::uuid`,
      z.object({ value: z.string() }),
    )
    .catch((cause: unknown) => {
      throw isKeyLost(cause) ? keyLost(cause) : cause
    })
  return { value, target }
}

/** The name of the secret, or its id if it has none. */
async function requireName(project: Project, id: string): Promise<string> {
  const found = await owner(project).maybe(
    sql`select coalesce(name, id::text) as name from vault.secrets where id = ${id}::uuid`,
    z.object({ name: z.string() }),
  )
  if (!found)
    throw new AppError('vault_secret_not_found', 'This secret does not exist.', {
      status: 404,
      hint: 'It may have been deleted. Reload the list.',
    })
  return found.name
}

const refuseTakenName = (name: string) => (cause: unknown) => {
  if (sqlstateOf(cause) === 'VLT02') throw keyMissing(cause)
  if (sqlstateOf(cause) !== '23505') throw cause
  throw new AppError('vault_name_taken', `A secret named ${name} already exists.`, {
    status: 409,
    hint: 'Choose another name, or change the existing secret.',
    cause,
  })
}

const keyMissing = (cause: unknown) =>
  new AppError('vault_key_missing', 'The file with the vault’s key is missing.', {
    status: 503,
    hint: 'Restore the file, or restart the project for a new key. A new key can’t decrypt existing secrets.',
    cause,
  })

const keyLost = (cause: unknown) =>
  new AppError(
    'vault_key_lost',
    'This secret was encrypted with the key of a different database.',
    {
      status: 409,
      hint: 'Secrets can’t be restored from a dump. Set the value again, or delete the secret.',
      cause,
    },
  )
