import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** A security key that was registered for the site with the ID `rpId`. */
const Credential = z.object({
  id: z.string(),
  /** The COSE public key in base64url. */
  publicKey: z.string(),
  /** The key's own count of its uses. A lower count than before reveals a copy of the key. */
  counter: z.number(),
  transports: z.array(z.string()).readonly(),
  rpId: z.string(),
})
export type Credential = z.infer<typeof Credential>

/** A challenge for a security key. */
const Ceremony = z.object({
  type: z.enum(['create', 'request']),
  /** In base64url. */
  challenge: z.string(),
  rpId: z.string(),
  origins: z.array(z.string()),
})
export type Ceremony = z.infer<typeof Ceremony>

const FactorRow = z.object({
  id: z.string(),
  user_id: z.string(),
  friendly_name: z.string().nullable(),
  factor_type: z.enum(['totp', 'webauthn', 'phone', 'recovery_code']),
  status: z.enum(['unverified', 'verified']),
  secret: z.string().nullable(),
  last_time_step: z.coerce.number().nullable(),
  phone: z.string().nullable(),
  // A restored dump of another system has credentials in another format.
  web_authn_credential: Credential.nullable().catch(null),
  created_at: z.date(),
  updated_at: z.date(),
})
export type Factor = z.infer<typeof FactorRow>

const columns = sql`id, user_id, friendly_name, factor_type::text, status::text, secret,
  last_time_step, phone, web_authn_credential, created_at, updated_at`

export const listFactors = (db: Connection, userId: string) =>
  db.many(
    sql`select ${columns} from auth.mfa_factors where user_id = ${userId} order by created_at, id`,
    FactorRow,
  )

export const findFactor = (db: Connection, { id, userId }: { id: string; userId: string }) =>
  db.maybe(
    sql`select ${columns} from auth.mfa_factors where id = ${id} and user_id = ${userId}`,
    FactorRow,
  )

export type NewFactor = {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly type: Factor['factor_type']
  readonly sealedSecret?: string | undefined
  readonly phone?: string | undefined
  readonly now: Date
}

export const insertFactor = (tx: Connection, factor: NewFactor) =>
  tx.run(sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret,
      phone, created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.name}, ${factor.type}::auth.factor_type,
      'unverified', ${factor.sealedSecret ?? null}, ${factor.phone ?? null}, ${factor.now}, ${factor.now})`)

/** The values that a factor stores from its latest proof. */
export type Proof = {
  /** Codes of this time step and earlier ones no longer work. */
  readonly timeStep?: number
  /** Replaces a secret that was stored without encryption. */
  readonly sealedSecret?: string
  readonly credential?: Credential
  readonly aaguid?: string
}

/** Marks the factor as verified. */
export const markVerified = (
  tx: Connection,
  { id, proof, now }: { id: string; proof: Proof; now: Date },
) =>
  tx.run(sql`
    update auth.mfa_factors
    set status = 'verified', updated_at = ${now},
      last_time_step = coalesce(${proof.timeStep ?? null}::bigint, last_time_step),
      secret = coalesce(${proof.sealedSecret ?? null}, secret),
      web_authn_aaguid = coalesce(${proof.aaguid ?? null}::uuid, web_authn_aaguid),
      web_authn_credential =
        coalesce(${jsonOrNull(proof.credential)}::jsonb, web_authn_credential)
    where id = ${id}`)

export const updateFactor = (
  tx: Connection,
  id: string,
  { name, phone, now }: { name: string | undefined; phone: string | undefined; now: Date },
) =>
  tx.one(
    sql`update auth.mfa_factors
      set friendly_name = coalesce(${name ?? null}, friendly_name),
        phone = coalesce(${phone ?? null}, phone), updated_at = ${now}
      where id = ${id} returning ${columns}`,
    FactorRow,
  )

/** Deletes unfinished enrollments: all of them, or only those created before a given time. */
export const deleteUnverifiedFactors = (tx: Connection, userId: string, before?: Date) =>
  tx.run(sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and status = 'unverified'
      and created_at < coalesce(${before ?? null}::timestamptz, 'infinity')`)

/** Deletes the unfinished enrollment of the number, which the next one replaces. */
export const deleteUnverifiedPhone = (
  tx: Connection,
  { userId, phone }: { userId: string; phone: string },
) =>
  tx.run(sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and phone = ${phone} and status = 'unverified'`)

export const deleteFactor = (tx: Connection, id: string) =>
  tx.run(sql`delete from auth.mfa_factors where id = ${id}`)

export const deleteFactorsOf = (tx: Connection, userId: string) =>
  tx.run(sql`delete from auth.mfa_factors where user_id = ${userId}`)

export type NewChallenge = {
  readonly id: string
  readonly factorId: string
  readonly ip: string | null
  /** The digest of the code that was sent. */
  readonly codeDigest?: string | undefined
  readonly ceremony?: Ceremony | undefined
  /** Older challenges are deleted. */
  readonly keepSince: Date
  readonly now: Date
}

export async function insertChallenge(tx: Connection, challenge: NewChallenge) {
  const { id, factorId, ip, codeDigest, ceremony, keepSince, now } = challenge
  await tx.run(
    sql`delete from auth.mfa_challenges where factor_id = ${factorId} and created_at < ${keepSince}`,
  )
  await tx.run(sql`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code,
      web_authn_session_data)
    values (${id}, ${factorId}, ${now}, ${ip}::inet, ${codeDigest ?? null},
      ${jsonOrNull(ceremony)}::jsonb)`)
  await tx.run(sql`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factorId}`)
}

function jsonOrNull(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

const OpenChallenge = z.object({
  id: z.string(),
  created_at: z.date(),
  otp_code: z.string().nullable(),
  web_authn_session_data: Ceremony.nullable(),
})
export type OpenChallenge = z.infer<typeof OpenChallenge>

/** Finds the factor's challenge unless a code has already been verified against it. */
export const findOpenChallenge = (
  db: Connection,
  { id, factorId }: { id: string; factorId: string },
) =>
  db.maybe(
    sql`select id, created_at, otp_code, web_authn_session_data from auth.mfa_challenges
      where id = ${id} and factor_id = ${factorId} and verified_at is null`,
    OpenChallenge,
  )

export const markAnswered = (tx: Connection, id: string, now: Date) =>
  tx.run(sql`update auth.mfa_challenges set verified_at = ${now} where id = ${id}`)
