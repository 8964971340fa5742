import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isReadable } from '../withheld.ts'
import { createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

const SECRET = 'hash-or-token'

let meta: MetaApp
beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema attic;
    create table public.stone (id int primary key, name text);
    alter table public.stone enable row level security;
    insert into public.stone values (1, 'Flint'), (2, 'Chert');
    create table attic.box (id int);
    create function public.take() returns void language sql security definer
      as 'delete from public.stone';
    create procedure public.commits() language plpgsql as 'begin commit; end';
    insert into auth.users (id, email, encrypted_password)
      values (gen_random_uuid(), 'someone@example.com', '${SECRET}');
    select vault.create_secret('${SECRET}', 'one')`)
})
afterAll(() => meta.stop())

const run = (sql: string, options?: object) =>
  meta.call('POST', '/query', query(sql, options), rita)

const count = async () =>
  (await meta.call('POST', '/query', query('select count(*) from public.stone'))).body.results[0]
    .rows

describe('SQL of a member who can only read', () => {
  it.each([
    ['select name from stone order by id', [['Flint'], ['Chert']]],
    ['table attic.box', []],
    ['select email from auth.users', [['someone@example.com']]],
    ['select count(*) from storage.objects', [['0']]],
    [
      "select current_user, current_setting('search_path')",
      [['supabase_read_only_user', '"$user", public, extensions']],
    ],
    ['show transaction_read_only', [['on']]],
  ])('reads rows of all tables, whatever their policies: %s', async (sql, rows) => {
    expect((await run(sql)).body.results.at(-1).rows).toEqual(rows)
  })

  it('reads tables that are created later, in schemas that are created later', async () => {
    await meta.test.run('create schema later; create view later.stones as table public.stone')
    expect((await run('select count(*) from later.stones')).body.results[0].rows).toEqual([['2']])
  })

  it('runs several statements, keeps their results and stops at the limit of rows', async () => {
    const { body } = await run(
      `select 1; -- one
      explain select * from stone; select n from generate_series(1, 5) n;`,
      { row_limit: 2 },
    )
    expect(body.results.map((result: { command: string }) => result.command)).toEqual([
      'SELECT',
      'EXPLAIN',
      'SELECT',
    ])
    expect(body.results[2]).toMatchObject({ rows: [['1'], ['2']], is_limited: true })
    expect(body.notices).toEqual([])
  })

  it('reports the position of an error in the whole text', async () => {
    const { body } = await run("select 'ä';\nselect wrong from stone")
    expect(body).toMatchObject({
      code: 'query_failed',
      details: { sqlstate: '42703', position: 20, line: 2, column: 8 },
    })
  })

  it.each([
    ['delete from stone', '25006'],
    ['set transaction read write; delete from stone', '25001'],
    ['set transaction_read_only = off; delete from stone', '25001'],
    ["select set_config('transaction_read_only', 'off', false); delete from stone", '25001'],
    ['set default_transaction_read_only = off; delete from stone', '25006'],
    ['select take()', '25006'],
    ['create table own ()', '25006'],
    ['create temporary table own ()', '25006'],
    ['call commits()', '2D000'],
    ['do $$ begin commit; end $$', '2D000'],
    ['set role postgres', '42501'],
    ['set session authorization postgres', '42501'],
    ['lock table stone in access exclusive mode', '42501'],
    ["copy stone to program 'cat'", '42501'],
  ])('cannot write: %s', async (sql, sqlstate) => {
    expect((await run(sql)).body).toMatchObject({ code: 'query_failed', details: { sqlstate } })
    expect(await count()).toEqual([['2']])
  })

  it.each([
    'commit; begin read write; select take()',
    'commit and chain; set transaction read write; select take()',
    'rollback and chain; set transaction read write; select take()',
    'savepoint a; rollback to a; select take()',
    "prepare transaction 'a'; select take()",
    `${'select 1;'.repeat(1001)} commit and chain; set transaction read write; select take()`,
    'rollback; select take()',
    'end; select take()',
  ])('cannot leave its transaction: %#', async (sql) => {
    const { status, body } = await run(sql)
    expect([400, 403]).toContain(status)
    expect(['transaction_ended', 'query_failed']).toContain(body.code)
    expect(await count()).toEqual([['2']])
  })

  it.each([
    'select encrypted_password from auth.users',
    'select * from auth.users',
    "select query_to_xml('select * from auth.users', true, true, '')",
    'select * from auth.sessions',
    'select * from auth.refresh_tokens',
    'select * from vault.secrets',
    'select * from vault.decrypted_secrets',
    "select vault.stoa_decrypt('', gen_random_uuid(), gen_random_uuid())",
    'select * from storage.s3_access_keys',
    'select * from storage.webhooks',
    'select * from stoa.migrations',
    'select * from pg_authid',
    "select pg_read_file('postgresql.conf')",
    'select * from realtime.messages',
    'select * from net.http_request_queue',
    'select * from cron.job',
  ])('reads no secret: %s', async (sql) => {
    const { body } = await run(sql)
    expect(body).toMatchObject({ code: 'query_failed' })
    expect(['42501', '42P01', '3F000', '42883']).toContain(body.details.sqlstate)
    expect(JSON.stringify(body)).not.toContain(SECRET)
  })

  it('reads the columns of the platform that the table editor shows, and no others', async () => {
    const { body } = await meta.call(
      'POST',
      '/query',
      query(`
        select n.nspname, c.relname, a.attname, has_column_privilege('supabase_read_only_user', c.oid, a.attnum, 'select')
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('auth', 'vault', 'realtime') and a.attnum > 0 and not a.attisdropped
          and c.relkind in ('r', 'v', 'p')`),
    )
    for (const [schema, name, column, canRead] of body.results[0].rows)
      expect([schema, name, column, canRead === 't']).toEqual([
        schema,
        name,
        column,
        isReadable({ schema, name }, column, 'no secrets'),
      ])
  })

  it('is the same for a member who can write and asks for a run that only reads', async () => {
    const ask = (sql: string) => meta.call('POST', '/query', query(sql, { read_only: true }))
    expect((await ask('select current_user')).body.results[0].rows).toEqual([
      ['supabase_read_only_user'],
    ])
    for (const sql of ['delete from stone', 'select take()', 'set role postgres'])
      expect((await ask(sql)).body).toMatchObject({ code: 'query_failed' })
    expect((await ask('commit; begin; delete from stone')).status).toBe(400)
    expect(await count()).toEqual([['2']])
  })

  it('can be cancelled by its member', async () => {
    const body = query('select pg_sleep(705)')
    const running = meta.call('POST', '/query', body, rita)
    await expect
      .poll(async () => (await meta.call('POST', `/query/${body.run_id}/cancel`, {}, rita)).body, {
        timeout: 10_000,
      })
      .toEqual({ cancelled: true })
    expect((await running).body.code).toBe('query_cancelled')
  })
})
