import type { VaultKey } from '@stoa/contract/services/vault/secrets'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sqlstateOf } from '../../postgres/failures.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { findUnreadable } from './readable.ts'

/** How long a rotation waits for a transaction that changes secrets. */
const LOCK_TIMEOUT = rawSql(`set local lock_timeout = '5s'`)
const LOCK_NOT_AVAILABLE = '55P03'
/** The owner could otherwise let commits return before they are on disk. */
const DURABLE = rawSql('set local synchronous_commit = on')
/** Secrets of earlier releases take a millisecond each. */
const PATIENT = rawSql(`set local statement_timeout = '5min'`)

const InUse = z.object({ id: z.string().nullable(), rotated_at: z.date().nullable() })

/** The ids of the keys that the database can read; none if their file is missing. */
export const keyIds = async ({ clusterKeys }: Project): Promise<readonly string[]> =>
  (await clusterKeys?.ids().catch(() => undefined)) ?? []

/** Whether the extension supabase_vault encrypts the secrets, with the one key that it loads. */
export const isNative = async ({ database }: Project): Promise<boolean> =>
  (
    await database
      .as('postgres')
      .one(
        sql`select to_regclass('vault.stoa_key_in_use') is null as is_native`,
        z.object({ is_native: z.boolean() }),
      )
  ).is_native

/** The id of the key for new values, and the number of secrets whose key the database lacks. */
export async function readKey(project: Project): Promise<VaultKey> {
  const keys = await keyIds(project)
  const hasOneKey = await isNative(project)
  const inUse = hasOneKey ? { id: null, rotated_at: null } : await readInUse(project)
  const rows = await project.database.as('postgres').many(
    sql`select id::text, key_id is not null and key_id = any (${keys}::uuid[]) as has_key
        from vault.secrets`,
    z.object({ id: z.string(), has_key: z.boolean() }),
  )
  const unreadable = hasOneKey
    ? await findUnreadable(
        project,
        rows.map(({ id }) => id),
      )
    : rows.filter((row) => !row.has_key)
  return {
    id: currentOf(keys, inUse.id) ?? null,
    rotated_at: inUse.rotated_at?.toISOString() ?? null,
    secrets: rows.length,
    unreadable_secrets: unreadable.length,
  }
}

const rotating = new WeakSet<Project>()

/**
 * Encrypts all readable secrets with a new key, then removes the old one. The new key is on disk
 * before the transaction and the old one leaves after it, so a crash at any point loses no secret;
 * `settleKeys` completes what it interrupted. 409 `vault_rotation_running`, `vault_busy`,
 * `vault_key_fixed`.
 */
export async function rotateKey(project: Project): Promise<VaultKey> {
  const { clusterKeys } = project
  if (!clusterKeys) throw new Error('The platform has no vault')
  if (await isNative(project)) throw keyFixed()
  if (rotating.has(project)) throw alreadyRunning()
  rotating.add(project)
  try {
    await settleKeys(project)
    const added = await clusterKeys.add()
    await encryptWith(project, added)
    await clusterKeys.keepOnly(added)
  } finally {
    rotating.delete(project)
  }
  return readKey(project)
}

/** Removes the key that an interrupted rotation never used or no longer uses. */
export async function settleKeys(project: Project): Promise<void> {
  const keys = await keyIds(project)
  if (keys.length < 2 || (await isNative(project))) return
  const kept = currentOf(keys, (await readInUse(project)).id)
  if (kept !== undefined) await project.clusterKeys?.keepOnly(kept)
}

/** Chooses as the database does: the first key if the one in use is unknown. */
const currentOf = (keys: readonly string[], inUse: string | null) =>
  keys.find((id) => id === inUse) ?? keys[0]

const readInUse = ({ database }: Project) =>
  database.as('postgres').one(sql`select id::text, rotated_at from vault.stoa_key_in_use`, InUse)

const encryptWith = ({ database }: Project, key: string): Promise<void> =>
  // No other role may call the function, because its key must be in the file.
  database
    .as('supabase_vault_admin')
    .transaction(async (tx) => {
      await tx.run(LOCK_TIMEOUT)
      await tx.run(DURABLE)
      await tx.run(PATIENT)
      await tx.run(sql`select vault.stoa_rotate(${key}::uuid)`)
    })
    .catch((cause: unknown) => {
      throw sqlstateOf(cause) === LOCK_NOT_AVAILABLE ? busy(cause) : cause
    })

const keyFixed = () =>
  new AppError('vault_key_fixed', 'The extension supabase_vault can’t rotate its key.', {
    status: 409,
    hint: 'Rotate the values themselves: change each secret to a new value.',
  })

const alreadyRunning = () =>
  new AppError('vault_rotation_running', 'The vault’s key is already being rotated.', {
    status: 409,
    hint: 'Wait until the rotation has finished, then reload the page.',
  })

const busy = (cause: unknown) =>
  new AppError('vault_busy', 'Another transaction is changing secrets.', {
    status: 409,
    hint: 'Wait until it ends, or end it under Database → Activity, then retry.',
    cause,
  })
