import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const PasskeyRow = z.object({
  id: z.string(),
  user_id: z.string(),
  /** In base64url, as is the public key. */
  credential_id: z.string(),
  public_key: z.string(),
  sign_count: z.coerce.number(),
  transports: z.array(z.string()).catch([]),
  friendly_name: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
})
export type Passkey = z.infer<typeof PasskeyRow>

/** Bytes in base64url, which Postgres writes in lines of base64. */
const encoded = (column: 'credential_id' | 'public_key') => {
  const bytes = column === 'credential_id' ? sql`credential_id` : sql`public_key`
  return sql`translate(encode(${bytes}, 'base64'), E'+/=\n', '-_')`
}
const decoded = (base64url: string) =>
  sql`decode(${Buffer.from(base64url, 'base64url').toString('hex')}, 'hex')`

const columns = sql`id, user_id, ${encoded('credential_id')} as credential_id,
  ${encoded('public_key')} as public_key, sign_count, transports, friendly_name, created_at,
  last_used_at`

export const listPasskeys = (db: Connection, userId: string) =>
  db.many(
    sql`select ${columns} from auth.webauthn_credentials where user_id = ${userId}
      order by created_at, id`,
    PasskeyRow,
  )

export const findPasskeyByCredential = (db: Connection, credentialId: string) =>
  db.maybe(
    sql`select ${columns} from auth.webauthn_credentials
      where credential_id = ${decoded(credentialId)}`,
    PasskeyRow,
  )

export type NewPasskey = {
  readonly id: string
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: string
  readonly aaguid: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly now: Date
}

/** Returns false when the credential is already known. */
export async function insertPasskey(tx: Connection, key: NewPasskey): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, aaguid,
      sign_count, transports, backup_eligible, backed_up, created_at, updated_at)
    values (${key.id}, ${key.userId}, ${decoded(key.credentialId)}, ${decoded(key.publicKey)},
      ${key.aaguid}::uuid, ${key.counter}, ${JSON.stringify(key.transports)}::jsonb,
      ${key.isBackupEligible}, ${key.isBackedUp}, ${key.now}, ${key.now})
    on conflict do nothing`)
  return inserted === 1
}

/** Records a use. Returns false when a later use has been recorded or the passkey is gone. */
export async function markUsed(
  tx: Connection,
  { id, counter, isBackedUp, now }: { id: string; counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const updated = await tx.run(sql`
    update auth.webauthn_credentials
    set sign_count = ${counter}, backed_up = ${isBackedUp}, last_used_at = ${now},
      updated_at = ${now}
    where id = ${id} and (sign_count < ${counter} or ${counter} = 0)`)
  return updated === 1
}

type Own = { readonly id: string; readonly userId: string }

export const renamePasskey = (
  tx: Connection,
  { id, userId, name, now }: Own & { name: string; now: Date },
) =>
  tx.maybe(
    sql`update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${now}
      where id = ${id} and user_id = ${userId} returning ${columns}`,
    PasskeyRow,
  )

export async function deletePasskey(tx: Connection, { id, userId }: Own): Promise<boolean> {
  const deleted = await tx.run(
    sql`delete from auth.webauthn_credentials where id = ${id} and user_id = ${userId}`,
  )
  return deleted === 1
}

export const deletePasskeysOf = (tx: Connection, userId: string) =>
  tx.run(sql`delete from auth.webauthn_credentials where user_id = ${userId}`)

const SessionData = z.object({ challenge: z.string() })
export type PasskeyChallenge = {
  readonly id: string
  readonly userId: string | null
  readonly type: 'registration' | 'authentication'
  readonly challenge: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores a challenge and deletes those that have expired long ago. */
export async function insertPasskeyChallenge(tx: Connection, given: PasskeyChallenge) {
  await tx.run(sql`
    delete from auth.webauthn_challenges where expires_at < ${given.now}::timestamptz - interval '1 hour'`)
  await tx.run(sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at,
      expires_at)
    values (${given.id}, ${given.userId}, ${given.type},
      ${JSON.stringify({ challenge: given.challenge })}::jsonb, ${given.now}, ${given.expiresAt})`)
}

/** Deletes and returns the challenge. Only one of two requests gets it. */
export const takePasskeyChallenge = (
  tx: Connection,
  { id, type, userId }: Pick<PasskeyChallenge, 'id' | 'type' | 'userId'>,
) =>
  tx.maybe(
    sql`delete from auth.webauthn_challenges
      where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
      returning session_data, expires_at`,
    z.object({ session_data: SessionData, expires_at: z.date() }),
  )
