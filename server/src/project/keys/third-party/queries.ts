import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { KeySet } from './key-set.ts'

const ThirdPartyRow = z.object({
  id: z.string(),
  issuer: z.string(),
  oidc_issuer_url: z.string(),
  jwks_url: z.string().nullable(),
  custom_jwks: z.unknown(),
  resolved_jwks: KeySet,
  resolved_at: z.date(),
  created_at: z.date(),
  updated_at: z.date(),
})
export type ThirdPartyRow = z.infer<typeof ThirdPartyRow>

/** Lists the services, oldest first. */
export const listThirdParties = (session: Session, ref: string) =>
  session.many(
    sql`
      select id, issuer, oidc_issuer_url, jwks_url, custom_jwks, resolved_jwks, resolved_at,
        created_at, updated_at
      from fleet.third_party_auth
      where ref = ${ref}
      order by created_at, id`,
    ThirdPartyRow,
  )

type NewThirdParty = Pick<
  ThirdPartyRow,
  'id' | 'issuer' | 'oidc_issuer_url' | 'jwks_url' | 'custom_jwks' | 'resolved_jwks'
> & { readonly ref: string; readonly at: Date }

export const insertThirdParty = (tx: Session, given: NewThirdParty) =>
  tx.run(sql`
    insert into fleet.third_party_auth
      (id, ref, issuer, oidc_issuer_url, jwks_url, custom_jwks, resolved_jwks, resolved_at,
       created_at, updated_at)
    values
      (${given.id}, ${given.ref}, ${given.issuer}, ${given.oidc_issuer_url}, ${given.jwks_url},
       ${given.custom_jwks == null ? null : JSON.stringify(given.custom_jwks)}::jsonb,
       ${JSON.stringify(given.resolved_jwks)}::jsonb, ${given.at}, ${given.at}, ${given.at})`)

export const updateThirdPartyKeys = (
  tx: Session,
  { id, jwks, at }: { readonly id: string; readonly jwks: KeySet; readonly at: Date },
) =>
  tx.run(sql`
    update fleet.third_party_auth
    set resolved_jwks = ${JSON.stringify(jwks)}::jsonb, resolved_at = ${at}
    where id = ${id}`)

export const deleteThirdParty = (tx: Session, id: string) =>
  tx.run(sql`delete from fleet.third_party_auth where id = ${id}`)
