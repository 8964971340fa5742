import { ApiKeyKind, SigningAlgorithm, SigningKeyState } from '@stoa/contract/platform/keys'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { emptySql, sql } from '../../postgres/sql.ts'

const KeysRow = z.object({
  secrets: z.instanceof(Buffer).nullable(),
  legacy_keys_enabled: z.boolean(),
  keys_version: z.coerce.number(),
})
export type KeysRow = z.infer<typeof KeysRow>

const ApiKeyRow = z.object({
  id: z.string(),
  kind: ApiKeyKind,
  name: z.string(),
  description: z.string(),
  value: z.instanceof(Buffer),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
})
export type ApiKeyRow = z.infer<typeof ApiKeyRow>

const SigningKeyRow = z.object({
  id: z.string(),
  algorithm: SigningAlgorithm,
  state: SigningKeyState,
  material: z.instanceof(Buffer),
  created_at: z.date(),
  state_changed_at: z.date(),
})
export type SigningKeyRow = z.infer<typeof SigningKeyRow>

/** Reads the key columns of the project's record. With `lock`, every other change waits. */
export const findKeys = (session: Session, ref: string, mode: 'read' | 'lock') =>
  session.maybe(
    sql`
      select secrets, legacy_keys_enabled, keys_version
      from fleet.instances
      where ref = ${ref} and status <> 'REMOVED'
      ${mode === 'lock' ? sql`for update` : emptySql}`,
    KeysRow,
  )

/** Lists the keys that are not deleted, oldest first. */
export const listApiKeys = (session: Session, ref: string) =>
  session.many(
    sql`
      select id, kind, name, description, value, created_at, last_used_at
      from fleet.api_keys
      where ref = ${ref} and deleted_at is null
      order by created_at, id`,
    ApiKeyRow,
  )

export const listSigningKeys = (session: Session, ref: string) =>
  session.many(
    sql`
      select id, algorithm, state, material, created_at, state_changed_at
      from fleet.signing_keys
      where ref = ${ref}
      order by created_at, id`,
    SigningKeyRow,
  )

export const insertApiKey = (
  tx: Session,
  key: Pick<ApiKeyRow, 'id' | 'kind' | 'name' | 'description' | 'value'> & {
    ref: string
    at: Date
  },
) =>
  tx.run(sql`
    insert into fleet.api_keys (id, ref, kind, name, description, value, created_at)
    values (${key.id}, ${key.ref}, ${key.kind}, ${key.name}, ${key.description}, ${key.value}, ${key.at})`)

/** Keeps the row as a record and deletes the key's value. */
export const deleteApiKey = (tx: Session, id: string, at: Date) =>
  tx.run(sql`
    update fleet.api_keys
    set value = null, deleted_at = ${at}
    where id = ${id} and deleted_at is null`)

export const noteApiKeyUse = (session: Session, id: string, at: Date) =>
  session.run(sql`
    update fleet.api_keys
    set last_used_at = ${at}
    where id = ${id} and deleted_at is null and (last_used_at is null or last_used_at < ${at})`)

export const insertSigningKey = (
  tx: Session,
  key: Pick<SigningKeyRow, 'id' | 'algorithm' | 'state' | 'material'> & { ref: string; at: Date },
) =>
  tx.run(sql`
    insert into fleet.signing_keys
      (id, ref, algorithm, state, material, created_at, state_changed_at)
    values
      (${key.id}, ${key.ref}, ${key.algorithm}, ${key.state}, ${key.material}, ${key.at}, ${key.at})`)

/** Compare and set: updates no row if the key is no longer in the expected state. */
export const changeSigningKey = (
  tx: Session,
  change: { id: string; from: SigningKeyState; to: SigningKeyState; at: Date },
) =>
  tx.run(sql`
    update fleet.signing_keys
    set state = ${change.to}, state_changed_at = ${change.at}
    where id = ${change.id} and state = ${change.from}`)

export const deleteSigningKey = (tx: Session, id: string, from: SigningKeyState) =>
  tx.run(sql`delete from fleet.signing_keys where id = ${id} and state = ${from}`)

export const enableLegacyKeys = (tx: Session, ref: string, isEnabled: boolean) =>
  tx.run(sql`update fleet.instances set legacy_keys_enabled = ${isEnabled} where ref = ${ref}`)

/** Increments the version, which tells newer reads from older ones. */
export const countKeyChange = (tx: Session, ref: string) =>
  tx.run(sql`update fleet.instances set keys_version = keys_version + 1 where ref = ${ref}`)
