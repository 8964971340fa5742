import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada, createMetaApp, rita, type MetaApp } from '../../../test/meta/app.ts'

const SECRET = 'hash-or-token'
const ID = '11111111-1111-4111-8111-111111111111'

let meta: MetaApp
beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(
    `
    insert into auth.users (id, email, encrypted_password, confirmation_token, recovery_token,
      email_change_token_new, email_change_token_current, phone_change_token, reauthentication_token)
    select '${ID}', 'someone@example.com', s, s, s, s, s, s, s from (values ('${SECRET}')) v (s);
    insert into auth.sessions (id, user_id, user_agent) values ('${ID}', '${ID}', '${SECRET}');
    insert into auth.refresh_tokens (token, session_id) values ('${SECRET}', '${ID}');
    insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
      values ('${ID}', 'recovery_token', '${SECRET}', '');
    insert into auth.flow_state (auth_code, code_challenge, provider_type, authentication_method)
      values ('${SECRET}', '${SECRET}', 'email', 'otp');
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
      values ('${ID}', '${ID}', 'totp', 'verified', '${SECRET}');
    insert into auth.mfa_challenges (factor_id, created_at, otp_code)
      values ('${ID}', now(), '${SECRET}');
    select vault.create_secret('${SECRET}', 'one');
    create table public.own (id int primary key, encrypted_password text);
    insert into public.own values (1, '${SECRET}');
    grant all on public.own to postgres;
    analyze`,
    'supabase_admin',
  )
})
afterAll(() => meta.stop())

const list = async (name: string, member = rita, body: object = {}) =>
  meta.call('POST', `/tables/${await meta.idOf(name)}/rows/list`, body, member)

describe('a member who can only read', () => {
  it.each([
    ['auth.users', 200],
    ['auth.mfa_factors', 200],
    ['auth.sessions', 403],
    ['auth.refresh_tokens', 403],
    ['auth.one_time_tokens', 403],
    ['auth.flow_state', 403],
    ['auth.mfa_challenges', 403],
    ['vault.secrets', 403],
    ['vault.decrypted_secrets', 403],
  ])('gets no secret of %s, which a member who can write gets', async (name, status) => {
    const answer = await list(name)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toContain(SECRET)
    // The vault's table is encrypted; its view is not.
    const shown = JSON.stringify((await list(name, ada)).body)
    expect(shown).toContain(name === 'vault.secrets' ? '"one"' : SECRET)
  })

  it.each(['pg_stats', 'pg_stat_activity', 'pg_settings'])(
    'cannot read pg_catalog.%s, which shows values and statements of others',
    async (name) => {
      expect((await list(`pg_catalog.${name}`)).body.code).toBe('table_not_found')
    },
  )

  it('reads the columns of accounts that are not secret', async () => {
    const { body } = await list('auth.users')
    const detail = await meta.call(
      'GET',
      `/tables/${await meta.idOf('auth.users')}`,
      undefined,
      rita,
    )
    const names = detail.body.columns.map((column: { name: string }) => column.name)
    expect(body.columns).toEqual(names)
    expect(names).toEqual(expect.arrayContaining(['id', 'email', 'created_at', 'last_sign_in_at']))
    expect(names.filter((name: string) => /token|password/.test(name))).toEqual([])
    const row = await meta.call(
      'POST',
      `/tables/${await meta.idOf('auth.users')}/rows/get`,
      { key: { id: ID } },
      rita,
    )
    expect(row.body.columns).toEqual(names)
    expect(JSON.stringify(row.body)).not.toContain(SECRET)
  })

  it.each([
    { filters: [{ column: 'encrypted_password', operator: 'like', value: 'h%' }] },
    { sorts: [{ column: 'recovery_token', ascending: true }] },
  ])('can neither filter nor sort by a secret: %j', async (body) => {
    const refused = await list('auth.users', rita, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'column_withheld'])
    expect(refused.body.hint).toBe('Ask an owner of the organization for the developer role.')
    expect((await list('auth.users', ada, body)).status).toBe(200)
  })

  it('gets the reason why a table cannot be read', async () => {
    expect((await list('auth.refresh_tokens')).body).toMatchObject({
      code: 'table_withheld',
      message:
        'auth.refresh_tokens can contain secrets, so only members who can write to the database can read it.',
      hint: 'Ask an owner of the organization for the developer role.',
    })
  })

  it('reads every column of the project’s own tables', async () => {
    expect((await list('public.own')).body.rows[0].cells).toEqual(['1', SECRET])
  })

  it('gets no secret of PostgREST’s configuration', async () => {
    await meta.test.run(
      `
      alter role authenticator set pgrst.jwt_secret = '${SECRET}';
      alter role authenticator set pgrst.db_max_rows = '7'`,
      'supabase_admin',
    )
    const { body } = await meta.call('GET', '/data-api-overrides', undefined, rita)
    expect(body).toEqual([{ name: 'db_max_rows', value: '7' }])
  })
})
