import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
})
afterAll(() => test.stop())

const password = 'correct horse'
const claims = {
  sub: '8b5f9a0e-5f0e-4c57-9d8e-6f1d2a3b4c5d',
  role: 'authenticated',
  email: 'a@b.co',
}

async function asCaller(text: string, settings: Record<string, string>, role = 'authenticated') {
  const [result] = await test.database.asCaller(
    { role, settings, isReadOnly: false },
    { text, values: [] },
  )
  return result?.rows[0]
}

describe('the auth functions for policies', () => {
  const all = 'select auth.uid(), auth.role(), auth.email(), auth.jwt() ->> $q$sub$q$'

  it('read the claims of a request of any role', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      expect(await asCaller(all, { 'request.jwt.claims': JSON.stringify(claims) }, role)).toEqual([
        claims.sub,
        'authenticated',
        'a@b.co',
        claims.sub,
      ])
  })

  it('fall back to the older setting per claim', async () => {
    const older = {
      'request.jwt.claim.sub': claims.sub,
      'request.jwt.claim.role': 'anon',
      'request.jwt.claim.email': 'c@d.co',
    }
    expect((await asCaller(all, older))?.slice(0, 3)).toEqual([claims.sub, 'anon', 'c@d.co'])
    expect(
      await asCaller('select auth.uid()', {
        ...older,
        'request.jwt.claims': '{"sub":"00000000-0000-4000-8000-000000000001"}',
      }),
    ).toEqual(['00000000-0000-4000-8000-000000000001'])
  })

  it('return null without a token', async () => {
    expect(await asCaller(all, {})).toEqual([null, null, null, null])
    expect(await asCaller(all, { 'request.jwt.claims': '' })).toEqual([null, null, null, null])
  })
})

describe('the account tables', () => {
  it('are not readable by API roles', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      for (const table of ['users', 'sessions', 'refresh_tokens', 'one_time_tokens'])
        await expect(asCaller(`select 1 from auth.${table}`, {}, role)).rejects.toMatchObject({
          code: '42501',
        })
  })

  it('support foreign keys and triggers of the project owner', async () => {
    await test.run(`
      create table public.profiles (
        id uuid primary key references auth.users on delete cascade,
        name text);
      alter table public.profiles enable row level security;
      create function public.add_profile() returns trigger language plpgsql
        security definer set search_path = '' as $$ begin
          insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'name');
          return new;
        end $$;
      create trigger add_profile after insert on auth.users
        for each row execute function public.add_profile();
      create table public.orders (owner uuid references auth.users);
    `)
    const { body } = await auth.call('POST', '/signup', {
      body: { email: 'profiled@example.com', password, data: { name: 'P' } },
    })
    const id: string = body['user'].id
    const owner = test.database.as('postgres')
    const names = () =>
      owner.many(
        sql`select name from public.profiles where id = ${id}`,
        z.object({ name: z.string() }),
      )
    expect(await names()).toEqual([{ name: 'P' }])

    await owner.run(sql`insert into public.orders (owner) values (${id})`)
    const held = await auth.call('DELETE', `/admin/users/${id}`, { as: 'service' })
    expect([held.status, held.body['error_code']]).toEqual([409, 'conflict'])
    const soft = await auth.call('DELETE', `/admin/users/${id}`, {
      as: 'service',
      body: { should_soft_delete: true },
    })
    expect([soft.status, soft.body]).toEqual([200, {}])
    const gone = await auth.call('POST', '/token?grant_type=password', {
      body: { email: 'profiled@example.com', password },
    })
    expect(gone.body['error_code']).toBe('invalid_credentials')
    await owner.run(sql`delete from public.orders`)
    expect((await auth.call('DELETE', `/admin/users/${id}`, { as: 'service' })).status).toBe(200)
    expect(await names()).toEqual([])
  })

  it('report a full disk as such', async () => {
    await test.run(`
      create function public.fill_disk() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$;
      create trigger fill_disk before insert on auth.users
        for each row execute function public.fill_disk();
    `)
    const { status, body } = await auth.call('POST', '/signup', {
      body: { email: 'late@example.com', password },
    })
    expect([status, body['error_code']]).toEqual([507, 'disk_full'])
    await test.run('drop function public.fill_disk() cascade')
  })

  it('accept incomplete rows that the project owner inserts with SQL', async () => {
    await test.run(`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, created_at)
      values ('11111111-1111-4111-8111-111111111111', 'Seeded@Example.com',
        extensions.crypt('correct horse', extensions.gen_salt('bf')), now(), null);
      insert into auth.users (id, email, raw_user_meta_data, banned_until)
      values ('22222222-2222-4222-8222-222222222222', 'odd@example.com', '"text"', 'infinity');
    `)
    const { status, body } = await auth.call('POST', '/token?grant_type=password', {
      body: { email: 'seeded@example.com', password },
    })
    expect([status, body['user']]).toMatchObject([
      200,
      { id: '11111111-1111-4111-8111-111111111111', identities: [], user_metadata: {} },
    ])
    const odd = await auth.call('GET', '/admin/users/22222222-2222-4222-8222-222222222222', {
      as: 'service',
    })
    expect(odd.body).toMatchObject({
      user_metadata: {},
      banned_until: '9999-12-31T23:59:59.000Z',
    })
    const taken = await auth.call('POST', '/signup', {
      body: { email: 'SEEDED@example.com', password },
    })
    expect(taken.body['error_code']).toBe('user_already_exists')
  })

  it('accept only one of several concurrent sign-ups with the same address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        auth.call('POST', '/signup', { body: { email: 'at-once@example.com', password } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422, 422,
    ])
  })

  it('record sign-up and sign-out in the audit log', async () => {
    const { body } = await auth.call('POST', '/signup', {
      body: { email: 'trail@example.com', password },
    })
    await auth.call('POST', '/logout', { as: body['access_token'] })
    const actions = await test.database.as('postgres').many(
      sql`select payload ->> 'action' as action from auth.audit_log_entries
        where payload ->> 'actor_username' = 'trail@example.com' order by created_at`,
      z.object({ action: z.string() }),
    )
    expect(actions.map(({ action }) => action).sort()).toEqual(['logout', 'user_signedup'])
  })
})

describe('the account port for the platform', () => {
  const email = 'person@example.com'

  it('creates accounts, finds them by password, and rejects a duplicate address', async () => {
    const { accounts } = auth
    const id = await accounts.createAccount({ email, password })
    expect(await accounts.findAccount({ email, password })).toBe(id)
    expect(await accounts.findAccount({ email, password: 'x' })).toBeUndefined()
    await expect(
      accounts.createAccount({ email: 'PERSON@example.com', password }),
    ).rejects.toMatchObject({ code: 'account_exists', status: 409 })
    await expect(
      accounts.createAccount({ email: 'w@example.com', password: 'x' }),
    ).rejects.toMatchObject({ code: 'weak_password' })
  })

  it('accepts access tokens until their session ends', async () => {
    const { accounts } = auth
    const signIn = async () => {
      const { body } = await auth.call('POST', '/token?grant_type=password', {
        body: { email, password },
      })
      return { token: String(body['access_token']), userId: String(body['user'].id) }
    }
    const { token, userId } = await signIn()
    expect(await accounts.verifyAccessToken(token)).toMatchObject({ userId, email })
    await auth.call('POST', '/logout?scope=local', { as: token })
    expect(await accounts.verifyAccessToken(token)).toEqual({ reason: 'signed_out' })

    // SQL deletes the sessions without the service's knowledge, so its cache keeps them for 10
    // seconds.
    const other = await signIn()
    await accounts.verifyAccessToken(other.token)
    await test.database.as('postgres').run(sql`delete from auth.sessions`)
    expect(await accounts.verifyAccessToken(other.token)).toMatchObject({ userId })
    auth.pass(10)
    expect(await accounts.verifyAccessToken(other.token)).toEqual({ reason: 'signed_out' })

    const third = await signIn()
    await auth.call('PUT', `/admin/users/${userId}`, {
      as: 'service',
      body: { ban_duration: '1h' },
    })
    expect(await accounts.verifyAccessToken(third.token)).toEqual({ reason: 'signed_out' })
    auth.pass(3700)
    expect(await accounts.verifyAccessToken(third.token)).toEqual({ reason: 'expired' })
  })

  it('rejects other keys and malformed access tokens', async () => {
    const { accounts, project } = auth
    for (const token of ['', 'x', 'a.b.c', project.keys.anonKey, project.keys.serviceRoleKey])
      expect(await accounts.verifyAccessToken(token)).toEqual({ reason: 'invalid' })
  })
})

it('never tells the planner that its tables are empty, so that indexes are used', async () => {
  const known = await test.database.as('postgres').many(
    sql`select relname from pg_class
      where relnamespace = 'auth'::regnamespace and relkind = 'r' and reltuples = 0`,
    z.object({ relname: z.string() }),
  )
  expect(known).toEqual([])
})
