import { MAX_LISTED_SECRETS, VaultSecret } from '@stoa/contract/services/vault/secrets'
import { z } from 'zod'
import { likePattern } from '../../lib/like-pattern.ts'
import type { Session } from '../../postgres/session.ts'
import { rawSql, sql } from '../../postgres/sql.ts'

const SecretRow = VaultSecret.omit({ is_readable: true }).extend({
  key_id: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})

/** The secrets whose name or description contains the text, by name, without their values. */
export const findSecrets = (session: Session, search: string) => {
  const pattern = likePattern(search)
  return session.many(
    sql`select id::text, name, description, key_id::text, created_at, updated_at from vault.secrets
      where ${search} = '' or name ilike ${pattern} or description ilike ${pattern}
      order by name, id limit ${MAX_LISTED_SECRETS}`,
    SecretRow,
  )
}

/** The fields of a secret that its form shows. */
export const readShownSecret = (session: Session, id: string) =>
  session.one(
    sql`select name, description, updated_at from vault.secrets where id = ${id}::uuid`,
    SecretRow.pick({ name: true, description: true, updated_at: true }),
  )

/** The name of a secret, or its id if it has none. */
export const findSecretName = (session: Session, id: string) =>
  session.maybe(
    sql`select coalesce(name, id::text) as name from vault.secrets where id = ${id}::uuid`,
    z.object({ name: z.string() }),
  )

export const addSecret = (
  session: Session,
  secret: { readonly value: string; readonly name: string; readonly description: string },
) =>
  session.one(
    sql`select vault.create_secret(${secret.value}, ${secret.name}, ${secret.description})::text as id`,
    z.object({ id: z.string() }),
  )

export const changeSecret = (
  session: Session,
  id: string,
  change: {
    readonly value?: string | undefined
    readonly name?: string | undefined
    readonly description?: string | undefined
  },
) =>
  session.run(
    sql`select vault.update_secret(${id}::uuid, ${change.value ?? null}, ${change.name ?? null},
      ${change.description ?? null})`,
  )

export const removeSecret = (session: Session, id: string) =>
  session.run(sql`delete from vault.secrets where id = ${id}::uuid`)

export const decryptSecret = (session: Session, id: string) =>
  session.one(
    sql`select decrypted_secret as value from vault.decrypted_secrets where id = ${id}::uuid`,
    z.object({ value: z.string() }),
  )

/** Decrypts secrets in the database; rejects if one of them cannot be decrypted. */
export const decryptAll = (session: Session, ids: readonly string[]) =>
  session.one(
    sql`select count(decrypted_secret)::int as readable from vault.decrypted_secrets
      where id = any (${[...ids]}::uuid[])`,
    z.object({ readable: z.number() }),
  )

/** All secrets, and whether one of the keys encrypted them. */
export const findSecretKeys = (session: Session, keys: readonly string[]) =>
  session.many(
    sql`select id::text, key_id is not null and key_id = any (${keys}::uuid[]) as has_key
        from vault.secrets`,
    z.object({ id: z.string(), has_key: z.boolean() }),
  )

/** Whether the extension supabase_vault encrypts the secrets, with the one key that it loads. */
export const isNativeVault = async (session: Session): Promise<boolean> => {
  const { is_native: isNative } = await session.one(
    sql`select to_regclass('vault.stoa_key_in_use') is null as is_native`,
    z.object({ is_native: z.boolean() }),
  )
  return isNative
}

export const readKeyInUse = (session: Session) =>
  session.one(
    sql`select id::text, rotated_at from vault.stoa_key_in_use`,
    z.object({ id: z.string().nullable(), rotated_at: z.date().nullable() }),
  )

/** How long a rotation waits for a transaction that changes secrets. */
const LOCK_TIMEOUT = rawSql(`set local lock_timeout = '5s'`)
/** The owner could otherwise let commits return before they are on disk. */
const DURABLE = rawSql('set local synchronous_commit = on')
/** Secrets of earlier releases take a millisecond each. */
const PATIENT = rawSql(`set local statement_timeout = '5min'`)

/** Encrypts all readable secrets with a key, in a transaction. */
export const encryptWithKey = async (tx: Session, key: string): Promise<void> => {
  await tx.run(LOCK_TIMEOUT)
  await tx.run(DURABLE)
  await tx.run(PATIENT)
  await tx.run(sql`select vault.stoa_rotate(${key}::uuid)`)
}
