import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const FactorRow = z.object({
  id: z.string(),
  user_id: z.string(),
  friendly_name: z.string().nullable(),
  factor_type: z.enum(['totp', 'webauthn', 'phone']),
  status: z.enum(['unverified', 'verified']),
  secret: z.string().nullable(),
  last_time_step: z.coerce.number().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type Factor = z.infer<typeof FactorRow>

const columns = sql`id, user_id, friendly_name, factor_type::text, status::text, secret,
  last_time_step, created_at, updated_at`

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
  readonly sealedSecret: string
  readonly now: Date
}

export const insertTotpFactor = (tx: Connection, factor: NewFactor) =>
  tx.run(sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret,
      created_at, updated_at)
    values (${factor.id}, ${factor.userId}, ${factor.name}, 'totp', 'unverified',
      ${factor.sealedSecret}, ${factor.now}, ${factor.now})`)

/** Marks the factor as verified. Codes of this time step and earlier ones no longer work. */
export const markVerified = (
  tx: Connection,
  { id, timeStep, now }: { id: string; timeStep: number; now: Date },
) =>
  tx.run(sql`
    update auth.mfa_factors
    set status = 'verified', last_time_step = ${timeStep}, updated_at = ${now}
    where id = ${id}`)

/** Deletes unfinished enrollments: all of them, or only those created before a given time. */
export const deleteUnverifiedFactors = (tx: Connection, userId: string, before?: Date) =>
  tx.run(sql`
    delete from auth.mfa_factors
    where user_id = ${userId} and status = 'unverified'
      and created_at < coalesce(${before ?? null}::timestamptz, 'infinity')`)

export const deleteFactor = (tx: Connection, id: string) =>
  tx.run(sql`delete from auth.mfa_factors where id = ${id}`)

export const deleteFactorsOf = (tx: Connection, userId: string) =>
  tx.run(sql`delete from auth.mfa_factors where user_id = ${userId}`)

export type NewChallenge = {
  readonly id: string
  readonly factorId: string
  readonly ip: string | null
  /** Older challenges are deleted. */
  readonly keepSince: Date
  readonly now: Date
}

export async function insertChallenge(tx: Connection, challenge: NewChallenge) {
  const { id, factorId, ip, keepSince, now } = challenge
  await tx.run(
    sql`delete from auth.mfa_challenges where factor_id = ${factorId} and created_at < ${keepSince}`,
  )
  await tx.run(sql`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    values (${id}, ${factorId}, ${now}, ${ip}::inet)`)
  await tx.run(sql`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factorId}`)
}

/** Finds the factor's challenge unless a code has already been verified against it. */
export const findOpenChallenge = (
  db: Connection,
  { id, factorId }: { id: string; factorId: string },
) =>
  db.maybe(
    sql`select created_at from auth.mfa_challenges
      where id = ${id} and factor_id = ${factorId} and verified_at is null`,
    z.object({ created_at: z.date() }),
  )

export const markAnswered = (tx: Connection, id: string, now: Date) =>
  tx.run(sql`update auth.mfa_challenges set verified_at = ${now} where id = ${id}`)
