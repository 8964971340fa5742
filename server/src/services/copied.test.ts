import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../test/project.ts'
import { testServices } from '../../test/services.ts'
import { createSecretBox } from '../lib/secret-box.ts'
import { rawSql, sql } from '../postgres/sql.ts'

const FROM = 'aaaaaaaaaaaaaaaaaaaa'
const TO = 'bbbbbbbbbbbbbbbbbbbb'
const USER = 'a1000000-0000-4000-8000-000000000001'

let test: TestProject
/** That of `testServices`. */
const key = Buffer.alloc(32, 7)

beforeAll(async () => {
  test = await createTestProject()
  const box = createSecretBox(key, 'auth-providers')
  await test.run(
    `
    insert into auth.users (id, email) values ('${USER}', 'ada@example.com');
    insert into auth.sessions (id, user_id) values ('${USER}', '${USER}');
    insert into auth.refresh_tokens (token, user_id, session_id) values ('x', '${USER}', '${USER}');
    insert into net.http_request_queue (method, url, timeout_milliseconds)
      values ('POST', 'https://example.com', 1000);
    insert into supabase_functions.webhooks
        (id, project_ref, name, url, headers, timeout_ms, sealed_secret)
      values ('${USER}', '${FROM}', 'orders', 'https://example.com', '[]', 1000, '');
    insert into supabase_functions.webhook_deliveries (webhook_id, event, body)
      values ('${USER}', 'insert', '{}');
    insert into storage.webhooks (id, project_ref, name, url, events, sealed_secret)
      values ('${USER}', '${FROM}', 'files', 'https://example.com', '{}', '');
    insert into storage.webhook_deliveries (webhook_id, event, body)
      values ('${USER}', 'object.created', '{}');
    insert into supabase_functions.webhook_events (webhook_id, event, body)
      values ('${USER}', 'insert', '{}');
    insert into storage.buckets (id, name) values ('files', 'files');
    insert into storage.objects (bucket_id, name) values ('files', 'kept');
    insert into storage.s3_multipart_uploads (id, in_progress_size, upload_signature, bucket_id, key, version)
      values ('upload', 0, '', 'files', 'unfinished', '1');
    insert into auth.custom_oauth_providers
        (provider_type, identifier, name, client_id, client_secret, issuer)
      values ('oidc', 'custom:x', 'X', 'id',
        '${box.seal('open sesame', FROM).toString('base64')}', 'https://example.com');
  `,
    'supabase_admin',
  )
  for (const { copied } of testServices())
    await copied?.({ from: FROM, to: TO, content: 'data', database: test.database })
})
afterAll(() => test.stop())

const countOf = async (table: string) => {
  const Count = z.object({ count: z.int() })
  const text = rawSql(`select count(*)::int as count from ${table}`)
  return (await test.database.as('supabase_admin').one(text, Count)).count
}

it.each([
  ['auth.users', 1],
  ['auth.sessions', 0],
  ['auth.refresh_tokens', 0],
  ['net.http_request_queue', 0],
  ['supabase_functions.webhook_events', 0],
  ['supabase_functions.webhook_deliveries', 0],
  ['storage.webhook_deliveries', 0],
  [`supabase_functions.webhooks where not enabled and project_ref = '${TO}'`, 1],
  [`storage.webhooks where not enabled and project_ref = '${TO}'`, 1],
  ['storage.objects', 1],
  ['storage.s3_multipart_uploads', 0],
])('a copy has in %s %i rows of those of its origin', async (table, count) => {
  expect(await countOf(table)).toBe(count)
})

/** The tables of a finished project that a copy without data keeps, and those that it empties. */
const KEPT = [
  'auth.custom_oauth_providers auth.instances auth.saml_keys auth.saml_providers',
  'auth.schema_migrations auth.sso_domains auth.sso_providers',
  'cron.job cron.stoa_overlap cron.stoa_project',
  'pgmq.meta pgmq.notify_insert_throttle pgmq.stoa_dead_letters pgmq.topic_bindings',
  'stoa.file_sources stoa.foreign_servers',
  'storage.buckets storage.buckets_analytics storage.buckets_vectors storage.migrations',
  'storage.vector_indexes vault.stoa_key_in_use',
]
const EMPTIED = [
  'auth.audit_log_entries auth.flow_state auth.identities auth.mfa_amr_claims',
  'auth.mfa_challenges auth.mfa_factors auth.mfa_recovery_codes auth.oauth_authorizations',
  'auth.oauth_client_states auth.oauth_clients auth.oauth_consents auth.one_time_tokens',
  'auth.refresh_tokens auth.saml_relay_states auth.sessions auth.unproved_emails',
  'auth.used_proofs auth.users auth.webauthn_challenges auth.webauthn_credentials',
  'cron.job_run_details net._http_response net.http_request_queue realtime.messages',
  'stoa.backfills stoa.file_runs stoa.saved_changes storage.bulk_jobs storage.objects',
  'storage.removed_versions storage.s3_access_keys storage.s3_multipart_uploads',
  'storage.s3_multipart_uploads_parts storage.webhook_deliveries storage.webhooks',
  'supabase_functions.hooks supabase_functions.webhook_deliveries',
  'supabase_functions.webhook_events supabase_functions.webhooks vault.secrets',
]

it('a copy without data keeps the definitions of services, and empties all other tables', async () => {
  const names = (lists: readonly string[]) => lists.flatMap((list) => list.split(' ')).toSorted()
  const kept = testServices().flatMap(({ database }) => database?.definitions ?? [])
  expect(kept.toSorted()).toEqual(names(KEPT))
  const tables = await test.database.as('supabase_admin').many(
    sql`
      select n.nspname || '.' || c.relname as name from pg_class as c
      join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema')`,
    z.object({ name: z.string() }),
  )
  const found = tables.map(({ name }) => name).filter((name) => name !== 'stoa.migrations')
  // A new table belongs to one of the lists.
  expect(found.toSorted()).toEqual(names([...KEPT, ...EMPTIED]))
})

it('a copy can read the secrets of its identity providers, which its origin could not', async () => {
  const { secret } = await test.database
    .as('supabase_auth_admin')
    .one(
      sql`select client_secret as secret from auth.custom_oauth_providers`,
      z.object({ secret: z.string() }),
    )
  const box = createSecretBox(key, 'auth-providers')
  expect(box.open(Buffer.from(secret, 'base64'), TO)).toBe('open sesame')
  expect(() => box.open(Buffer.from(secret, 'base64'), FROM)).toThrow('cannot be read')
})
