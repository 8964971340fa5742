import { runGraphql } from '@stoa/contract/services/graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGraphqlApp, type GraphqlApp } from '../../../test/graphql/app.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'

let api: GraphqlApp
beforeAll(async () => {
  api = await createGraphqlApp(`
    create table note (id int primary key, owner uuid, word text);
    alter table note enable row level security;
    create policy own on note for select to authenticated using (owner = auth.uid());
    insert into note values (1, '${ADA}', 'ada'), (2, null, 'nobody');
    create function claims() returns json language sql stable as $$
      select current_setting('request.jwt.claims')::json $$;
  `)
  await api.test.run(
    `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_anonymous)
     values ('${ADA}', 'authenticated', 'authenticated', 'ada@example.com', '{"plan": "pro"}', '{"name": "Ada"}', false)`,
    'supabase_admin',
  )
})
afterAll(() => api.stop())

async function run(query: string, impersonate: object) {
  const response = await api.app.inject({
    method: 'POST',
    url: `/platform/projects/${api.test.project.ref}/graphql`,
    payload: { query, impersonate },
  })
  return { status: response.statusCode, body: response.json() }
}

const NOTES = '{ noteCollection { edges { node { word } } } }'

describe('the members’ door', () => {
  it('requires the permission to write to the database', () => {
    expect(runGraphql.access).toBe('database:write')
  })

  it('runs as the chosen role', async () => {
    expect((await run(NOTES, { role: 'anon' })).body).toEqual({
      data: { noteCollection: { edges: [] } },
    })
    const all = [{ node: { word: 'ada' } }, { node: { word: 'nobody' } }]
    expect((await run(NOTES, { role: 'service_role' })).body).toEqual({
      data: { noteCollection: { edges: all } },
    })
  })

  it('runs as a user, with the claims that a token of the user would have', async () => {
    const own = [{ node: { word: 'ada' } }]
    expect((await run(NOTES, { role: 'authenticated', userId: ADA })).body).toEqual({
      data: { noteCollection: { edges: own } },
    })
    const { body } = await run('{ claims }', {
      role: 'authenticated',
      userId: ADA,
      claims: { tenant: 7, role: 'service_role' },
    })
    expect(JSON.parse(body.data.claims)).toMatchObject({
      iss: `${api.test.project.apiUrl}/auth/v1`,
      sub: ADA,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@example.com',
      app_metadata: { plan: 'pro' },
      user_metadata: { name: 'Ada' },
      is_anonymous: false,
      tenant: 7,
    })
  })

  it('records which member runs queries as which user', () => {
    expect(api.audited).toContainEqual({
      action: 'impersonation.start',
      target: ADA,
      metadata: { role: 'authenticated' },
    })
  })

  it('runs as a deleted user, whose only claim is the id', async () => {
    const gone = '00000000-0000-4000-8000-0000000000ff'
    const { body } = await run('{ claims }', { role: 'authenticated', userId: gone })
    expect(JSON.parse(body.data.claims)).toMatchObject({ sub: gone, role: 'authenticated' })
    expect(JSON.parse(body.data.claims)).not.toHaveProperty('email')
  })

  it('returns errors like the project’s own API', async () => {
    const { status, body } = await run('{ nothing }', { role: 'anon' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'validation_failed' } }],
    })
    const user = await run(NOTES, { role: 'anon', userId: ADA })
    expect(user.body.errors[0].extensions.code).toBe('role_without_user')
  })
})
