import type { VaultKey } from '@stoa/contract/services/vault/secrets'
import { sqlstateOf } from '../../postgres/failures.ts'
import type { Project } from '../../project/project.ts'
import { vaultBusy } from '../../project/vault-refusals.ts'
import { keyFixed, rotationRunning } from './errors.ts'
import { encryptWithKey, findSecretKeys, isNativeVault, readKeyInUse } from './queries.ts'
import { findUnreadable } from './readable.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/** The ids of the keys that the database can read; none if their file is missing. */
export const keyIds = async ({ clusterKeys }: Project): Promise<readonly string[]> =>
  (await clusterKeys?.ids().catch(() => undefined)) ?? []

/** Whether the extension supabase_vault encrypts the secrets, with the one key that it loads. */
export const isNative = ({ database }: Project): Promise<boolean> =>
  isNativeVault(database.as('postgres'))

/** The id of the key for new values, and the number of secrets whose key the database lacks. */
export async function readKey(project: Project): Promise<VaultKey> {
  const keys = await keyIds(project)
  const hasOneKey = await isNative(project)
  const inUse = hasOneKey ? { id: null, rotated_at: null } : await readInUse(project)
  const rows = await findSecretKeys(project.database.as('postgres'), keys)
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
  if (rotating.has(project)) throw rotationRunning()
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

const readInUse = ({ database }: Project) => readKeyInUse(database.as('postgres'))

const encryptWith = ({ database }: Project, key: string): Promise<void> =>
  // No other role may call the function, because its key must be in the file.
  database
    .as('supabase_vault_admin')
    .transaction((tx) => encryptWithKey(tx, key))
    .catch((cause: unknown) => {
      throw sqlstateOf(cause) === LOCK_NOT_AVAILABLE ? vaultBusy(cause) : cause
    })
