import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const IdentityRow = z.object({ id: z.string(), user_id: z.string() })

export type ProviderIdentity = {
  readonly userId: string
  readonly provider: string
  /** The provider's ID of the person. */
  readonly providerId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly now: Date
}

/** Makes sign-ins of the same person at the same provider run one after the other. */
export const lockIdentity = (tx: Connection, provider: string, providerId: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${providerId}`}, 5))`)

export const findIdentity = (tx: Connection, provider: string, providerId: string) =>
  tx.maybe(
    sql`select id, user_id from auth.identities
      where provider = ${provider} and provider_id = ${providerId}`,
    IdentityRow,
  )

export const insertIdentity = (
  tx: Connection,
  { userId, provider, providerId, data, now }: ProviderIdentity,
) =>
  tx.run(sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at,
      created_at, updated_at)
    values (${providerId}, ${userId}, ${JSON.stringify(data)}, ${provider}, ${now}, ${now}, ${now})`)

export const updateIdentity = (
  tx: Connection,
  { id, data, now }: { id: string; data: Readonly<Record<string, unknown>>; now: Date },
) =>
  tx.run(sql`
    update auth.identities
    set identity_data = ${JSON.stringify(data)}, last_sign_in_at = ${now}, updated_at = ${now}
    where id = ${id}`)

export const deleteIdentity = (tx: Connection, { id, userId }: { id: string; userId: string }) =>
  tx.run(sql`delete from auth.identities where id = ${id} and user_id = ${userId}`)

/** The accounts with one of the addresses, confirmed by a provider or their own. */
export const findAccountsByEmails = async (
  tx: Connection,
  emails: readonly string[],
): Promise<readonly string[]> => {
  const rows = await tx.many(
    sql`select id from auth.users
        where lower(email) = any(${emails}::text[]) and not is_sso_user
      union
      select user_id as id from auth.identities
        where email = any(${emails}::text[]) and provider not like 'sso:%'
          and provider <> 'email' and identity_data ->> 'email_verified' = 'true'
      limit 5`,
    z.object({ id: z.string() }),
  )
  return rows.map(({ id }) => id)
}
