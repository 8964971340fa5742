import { z } from 'zod'
import type { Session as Connection } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import type { ChallengeMethod } from './flow-states.ts'

const Row = z.object({
  id: z.string(),
  resource_id: z.string().nullable(),
  disabled: z.boolean(),
  created_at: z.date(),
  updated_at: z.date(),
  entity_id: z.string(),
  metadata_xml: z.string(),
  metadata_url: z.string().nullable(),
  attribute_mapping: z.record(z.string(), z.unknown()).nullable(),
  name_id_format: z.string().nullable(),
  domains: z.array(z.string()),
})
export type SsoProvider = z.infer<typeof Row>

const providers = sql`
  select p.id, p.resource_id, coalesce(p.disabled, false) as disabled, p.created_at, p.updated_at,
    s.entity_id, s.metadata_xml, s.metadata_url, s.attribute_mapping, s.name_id_format,
    coalesce((select array_agg(d.domain order by d.domain)
      from auth.sso_domains d where d.sso_provider_id = p.id), '{}') as domains
  from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`

export const findSsoProvider = (db: Connection, id: string) =>
  db.maybe(sql`${providers} where p.id = ${id}`, Row)

export const findSsoProviderByDomain = (db: Connection, domain: string) =>
  db.maybe(
    sql`${providers} where p.id = (
      select sso_provider_id from auth.sso_domains where lower(domain) = ${domain})`,
    Row,
  )

export const findSsoProviderByEntity = (db: Connection, entityId: string) =>
  db.maybe(sql`${providers} where s.entity_id = ${entityId}`, Row)

export const listSsoProviders = (db: Connection) =>
  db.many(sql`${providers} order by p.created_at, p.id limit 1000`, Row)

export type SsoProviderValues = {
  readonly id: string
  readonly resourceId: string | null
  readonly disabled: boolean
  readonly entityId: string
  readonly metadataXml: string
  readonly metadataUrl: string | null
  readonly mapping: Readonly<Record<string, unknown>>
  readonly nameIdFormat: string | null
  readonly domains: readonly string[]
  readonly now: Date
}

/** Adds the provider or replaces its values. Rejects with SQLSTATE 23505 if others have them. */
export async function putSsoProvider(tx: Connection, values: SsoProviderValues): Promise<void> {
  await tx.run(sql`
    insert into auth.sso_providers (id, resource_id, disabled, created_at, updated_at)
    values (${values.id}, ${values.resourceId}, ${values.disabled}, ${values.now}, ${values.now})
    on conflict (id) do update set resource_id = excluded.resource_id,
      disabled = excluded.disabled, updated_at = excluded.updated_at`)
  await tx.run(sql`delete from auth.saml_providers where sso_provider_id = ${values.id}`)
  await tx.run(sql`
    insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml, metadata_url,
      attribute_mapping, name_id_format, created_at, updated_at)
    values (${values.id}, ${values.entityId}, ${values.metadataXml}, ${values.metadataUrl},
      ${JSON.stringify(values.mapping)}, ${values.nameIdFormat}, ${values.now}, ${values.now})`)
  await tx.run(sql`delete from auth.sso_domains where sso_provider_id = ${values.id}`)
  await tx.run(sql`
    insert into auth.sso_domains (sso_provider_id, domain, created_at, updated_at)
    select ${values.id}, domain, ${values.now}, ${values.now}
    from unnest(${values.domains}::text[]) as domain`)
}

export const deleteSsoProvider = (tx: Connection, id: string) =>
  tx.run(sql`delete from auth.sso_providers where id = ${id}`)

const RelayRow = z
  .object({
    provider_id: z.string(),
    request_id: z.string(),
    redirect_to: z.string().nullable(),
    created_at: z.date(),
    code_challenge: z.string().nullable(),
    method: z.enum(['s256', 'plain']).nullable(),
  })
  .transform(({ code_challenge: challenge, method, ...row }) => ({
    ...row,
    challenge: challenge !== null && method !== null ? { challenge, method } : undefined,
  }))
export type RelayState = z.infer<typeof RelayRow>

export type NewRelayState = {
  readonly id: string
  readonly providerId: string
  readonly requestId: string
  readonly redirectTo: string
  readonly challenge: { readonly challenge: string; readonly method: ChallengeMethod } | undefined
  readonly now: Date
}

/** Stores a sign-in that continues at the identity provider, and deletes some old ones. */
export async function putRelayState(tx: Connection, relay: NewRelayState): Promise<void> {
  await tx.run(sql`
    delete from auth.saml_relay_states where id in (
      select id from auth.saml_relay_states
      where created_at < ${relay.now}::timestamptz - interval '1 day'
      limit 100 for update skip locked)`)
  await tx.run(sql`
    with flow as (
      insert into auth.flow_state (provider_type, authentication_method, code_challenge,
        code_challenge_method, created_at, updated_at)
      select 'sso', 'sso/saml', ${relay.challenge?.challenge ?? null},
        ${relay.challenge?.method ?? null}::auth.code_challenge_method, ${relay.now}, ${relay.now}
      where ${relay.challenge !== undefined}
      returning id
    )
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to,
      flow_state_id, created_at, updated_at)
    values (${relay.id}, ${relay.providerId}, ${relay.requestId}, ${relay.redirectTo},
      (select id from flow), ${relay.now}, ${relay.now})`)
}

/** Deletes and returns the state, because it works only once. */
export const takeRelayState = (tx: Connection, id: string) =>
  tx.maybe(
    sql`with taken as (
        delete from auth.saml_relay_states where id = ${id}
        returning sso_provider_id, request_id, redirect_to, created_at, flow_state_id
      )
      select t.sso_provider_id as provider_id, t.request_id, t.redirect_to, t.created_at,
        f.code_challenge, f.code_challenge_method::text as method
      from taken t left join auth.flow_state f on f.id = t.flow_state_id`,
    RelayRow,
  )
