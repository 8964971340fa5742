import { SignUpPolicy } from '@stoa/contract/platform/installation'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'

const Settings = z.object({
  sign_up: SignUpPolicy.nullable(),
  sells_plans: z.boolean(),
  owner_token_digest: z.instanceof(Buffer).nullable(),
})

export const readSettings = (session: Session) =>
  session.one(sql`select sign_up, sells_plans, owner_token_digest from platform.settings`, Settings)

/** The settings, locked until the transaction ends, so that the second of two concurrent claims sees the first. */
export const lockSettings = (session: Session) =>
  session.one(
    sql`select sign_up, sells_plans, owner_token_digest from platform.settings for update`,
    Settings,
  )

export const setSignUp = (session: Session, policy: SignUpPolicy) =>
  session.run(sql`update platform.settings set sign_up = ${policy}`)

export const setOwnerTokenDigest = (session: Session, digest: Buffer | null) =>
  session.run(sql`update platform.settings set owner_token_digest = ${digest}`)

export const hasOperator = async (session: Session): Promise<boolean> =>
  (await session.run(sql`select from platform.profiles where is_operator limit 1`)) > 0

export const makeOperator = (session: Session, userId: string, email: string) =>
  session.run(sql`
    insert into platform.profiles (user_id, primary_email, is_operator)
    values (${userId}, ${email}, true)
    on conflict (user_id) do update set is_operator = true`)
