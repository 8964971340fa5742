import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, rita, type MetaApp } from '../../../test/meta/app.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const BO = '00000000-0000-4000-8000-00000000000b'
const asAda = { role: 'authenticated', userId: ADA }

let meta: MetaApp
let note: number
beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(
    `insert into auth.users (id, aud, role, email, is_anonymous) values
       ('${ADA}', 'authenticated', 'authenticated', 'ada@example.com', false)`,
    'supabase_admin',
  )
  await meta.test.run(`
    create table note (id int primary key, owner uuid not null default auth.uid(), word text);
    alter table note enable row level security;
    create policy own on note using (owner = auth.uid()) with check (owner = auth.uid());
    create table safe (id int primary key);
    alter table safe enable row level security;
    create policy second_factor on safe using (auth.jwt() ->> 'aal' = 'aal2');
    insert into safe values (1);
    create table closed (id int primary key);
    revoke all on closed from anon, authenticated;
    insert into note values (1, '${ADA}', 'ada'), (2, '${BO}', 'bo')`)
  note = await meta.idOf('note')
})
afterAll(() => meta.stop())

const run = (sql: string, options: object) => meta.call('POST', '/query', query(sql, options))
const list = async (impersonate: object | undefined, member?: typeof rita) =>
  (await meta.call('POST', `/tables/${note}/rows/list`, { impersonate }, member)).body.rows.map(
    ({ cells }: { cells: string[] }) => cells[2],
  )

describe('SQL text of a member who impersonates a role or user', () => {
  it('reads the rows that the policies let the user read', async () => {
    const { body } = await run('select word from note; select current_user, auth.uid()', {
      impersonate: asAda,
    })
    expect(body.results.map(({ rows }: { rows: unknown }) => rows)).toEqual([
      [['ada']],
      [['authenticated', ADA]],
    ])
    expect(
      (await run('select word from note', { impersonate: { role: 'anon' } })).body.results,
    ).toMatchObject([{ rows: [] }])
  })

  it('keeps the role across the transactions of the text, and returns to the member’s own', async () => {
    const { body } = await run(
      'begin; commit; select current_user; reset role; select current_user',
      {
        impersonate: asAda,
      },
    )
    const names = body.results.flatMap(({ rows }: { rows: string[][] }) => rows)
    expect(names).toEqual([['authenticated'], ['postgres']])
  })

  it('has no rights of the owner', async () => {
    for (const sql of ['select * from closed', 'drop table note', 'create table own ()'])
      expect((await run(sql, { impersonate: asAda })).body).toMatchObject({
        code: 'query_failed',
        details: { sqlstate: '42501' },
      })
  })

  it('has the assurance level that the member chooses', async () => {
    const count = async (claims: object) =>
      (await run('select id from safe', { impersonate: { ...asAda, claims } })).body.results[0].rows
    expect(await count({})).toEqual([])
    expect(await count({ aal: 'aal2' })).toEqual([['1']])
  })

  it('is refused for a member who can only read, because the text could end it', async () => {
    const { status, body } = await meta.call(
      'POST',
      '/query',
      query('reset role; select 1', { impersonate: { role: 'service_role' } }),
      rita,
    )
    expect([status, body.code]).toEqual([403, 'impersonation_forbidden'])
  })

  it('is not recorded as a migration', async () => {
    const { status, body } = await run('select 1', { is_migration: true, impersonate: asAda })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})

describe('rows as a role or user', () => {
  it('are those that the policies show, even to a member who can only read', async () => {
    expect(await list(undefined)).toEqual(['ada', 'bo'])
    expect(await list(asAda)).toEqual(['ada'])
    expect(await list(asAda, rita)).toEqual(['ada'])
    expect(await list({ role: 'anon' })).toEqual([])
    expect(await list({ role: 'service_role' })).toEqual(['ada', 'bo'])
  })

  it('are changed only as far as the policies allow', async () => {
    const path = `/tables/${note}/rows`
    const added = await meta.call('POST', path, {
      values: { id: '3', word: 'mine' },
      impersonate: asAda,
    })
    expect([added.status, added.body.cells]).toEqual([201, ['3', ADA, 'mine']])
    const foreign = await meta.call('POST', path, {
      values: { id: '4', owner: BO },
      impersonate: asAda,
    })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'permission_denied'])
    const change = { key: { id: '2' }, version: null, values: { word: 'x' }, impersonate: asAda }
    expect((await meta.call('PATCH', path, change)).body.code).toBe('row_not_found')
    const removal = { keys: [{ id: '2' }], impersonate: asAda }
    expect((await meta.call('POST', `${path}/delete`, removal)).body.code).toBe('row_not_found')
    expect(
      (await meta.call('POST', `${path}/delete`, { keys: [{ id: '3' }], impersonate: asAda })).body,
    ).toEqual({ deleted: 1 })
  })

  it('do not leave a role set in the connection', async () => {
    await list({ role: 'anon' })
    expect(await list(undefined)).toEqual(['ada', 'bo'])
  })

  it('name the privilege that the role lacks', async () => {
    const closed = await meta.idOf('closed')
    const { status, body } = await meta.call('POST', `/tables/${closed}/rows/list`, {
      impersonate: { role: 'anon' },
    })
    expect([status, body.code]).toEqual([403, 'permission_denied'])
  })
})

it('records at intervals which member acted as which user', async () => {
  const entries = meta.audited.filter(({ action }) => action === 'impersonation.start')
  const ofAda = entries.filter(({ target }) => target === ADA)
  // One entry for each of the two members.
  expect(ofAda).toEqual(
    Array.from({ length: 2 }, () => ({
      action: 'impersonation.start',
      target: ADA,
      metadata: { role: 'authenticated' },
    })),
  )
})
