import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleDatabase } from '../../../../test/sample-database/sample-database.ts'
import { ada, bob, createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run('create table written (id int)')
})
afterAll(() => meta.stop())

const run = (sql: string, options?: object) => meta.call('POST', '/query', query(sql, options))

/** Resolves when a backend that runs this text is executing. */
async function whenRunning(text: string): Promise<void> {
  for (;;) {
    const { body } = await run(
      `select count(*) from pg_stat_activity
       where state = 'active' and pid <> pg_backend_pid() and query like '${text}%'`,
    )
    if (body.results[0].rows[0][0] !== '0') return
  }
}

describe('running SQL text', () => {
  it('loads the sample database in one run', async () => {
    const { status, body } = await run(sampleDatabase(), { timeout_ms: 600_000 })
    expect(body).toMatchObject({ notices: [] })
    expect(status).toBe(200)
    const count = await run('select count(*) from specimen')
    expect(count.body.results[0].rows).toEqual([['3217']])
  })

  it('returns columns, types, rows and command of every statement', async () => {
    const { body } = await run(
      `
      create type mood as enum ('happy', 'it''s');
      create table typed (id int, name varchar(20), mood mood, moods mood[]);
      insert into typed values (1, 'ä;''"', 'it''s', '{happy}'), (2, null, null, null) returning id;
      select * from typed;
      update typed set name = 'x' where id = 2;`,
    )
    expect(body.results.map((result: { command: string }) => result.command)).toEqual([
      'CREATE TYPE',
      'CREATE TABLE',
      'INSERT',
      'SELECT',
      'UPDATE',
    ])
    expect(body.results[3]).toEqual({
      command: 'SELECT',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'character varying(20)' },
        { name: 'mood', type: 'public.mood' },
        { name: 'moods', type: 'public.mood[]' },
      ],
      rows: [
        ['1', 'ä;\'"', "it's", '{happy}'],
        ['2', null, null, null],
      ],
      row_count: 2,
      is_limited: false,
    })
    expect(body.results[4]).toMatchObject({ row_count: 1, rows: [] })
  })

  it('returns values exactly as Postgres prints them', async () => {
    const { body } = await run(`
      select 9007199254740993::bigint, 0.1::float8 + 0.2, 1.10::numeric, true,
        '2024-02-29 12:00:00.123456+02'::timestamptz, '\\xdeadbeef'::bytea, 'ab '::char(5),
        interval '1 year 2 days', array['a,b', null], row(1, 'x'), '{"b": 1, "a": 2}'::json`)
    expect(body.results[0].rows[0]).toEqual([
      '9007199254740993',
      '0.30000000000000004',
      '1.10',
      't',
      '2024-02-29 10:00:00.123456+00',
      '\\xdeadbeef',
      'ab   ',
      '1 year 2 days',
      '{"a,b",NULL}',
      '(1,x)',
      '{"b": 1, "a": 2}',
    ])
  })

  it('runs in one transaction unless the text controls transactions', async () => {
    await run('create table atomic (id int)')
    const failed = await run('insert into atomic values (1); select 1/0')
    expect(failed).toMatchObject({ status: 400, body: { code: 'query_failed' } })
    expect((await run('select * from atomic')).body.results[0].rows).toEqual([])
    await run('begin; insert into atomic values (2); commit; select 1/0')
    expect((await run('select * from atomic')).body.results[0].rows).toEqual([['2']])
  })

  it.each([
    ['an implicit transaction', 'select 1', 'committed'],
    ['a transaction that it commits', 'begin; select 1; commit', 'committed'],
    ['work after a rollback', 'begin; select 1; rollback; select 2', 'committed'],
    ['a rollback to a savepoint', 'begin; savepoint a; rollback to a; commit', 'committed'],
    ['a transaction that it rolls back', 'begin; select 1; rollback', 'rolled_back'],
    ['a transaction that it leaves open', 'begin; select 1', 'left_open'],
    ['a savepoint in an open transaction', 'begin; savepoint a; rollback to a', 'left_open'],
    ['no statement', '-- nothing', 'committed'],
  ])('says how a text with %s ended', async (_name, text, ended) => {
    expect((await run(text)).body.ended).toBe(ended)
  })

  it.each([
    ['nothing', 'select 1; select 1/0; select 2', [2, 3, 0]],
    ['nothing before a text that cannot be parsed', 'select 1; select 2; selec 3', [3, 3, 0]],
    ['what was committed', 'begin; select 1; commit; select 2; select 1/0', [5, 5, 3]],
    ['nothing in an open transaction', 'begin; select 1; select nope', [3, 3, 0]],
    [
      'nothing of a function with statements of its own',
      'create function two() returns int begin atomic select 1; select 2; end; select 1/0',
      [2, 2, 0],
    ],
  ])('says that a failed text kept %s', async (_name, text, expected) => {
    const { details } = (await run(text)).body
    const { statement, statements, committed_statements } = details
    expect([statement, statements, committed_statements]).toEqual(expected)
  })

  it('binds parameters, so that a value is never part of the SQL', async () => {
    const value = "'; drop table written; --"
    const parameters = [
      { name: 'text', value, type: 'text' },
      { name: 'number', value: '41', type: 'automatic' },
    ]
    const { body } = await run('select :text, 1 + :number', { parameters })
    expect(body.results[0]).toMatchObject({
      rows: [[value, '42']],
      columns: [{ type: 'text' }, { type: 'integer' }],
    })
    const wrong = [{ name: 'number', value: 'x', type: 'bigint' }]
    const failed = await run('select\n  1, :number', { parameters: wrong })
    expect(failed.body).toMatchObject({ code: 'query_failed', details: { sqlstate: '22P02' } })
    const several = await run('select :number; select 1', { parameters })
    expect([several.status, several.body.code]).toEqual([400, 'invalid_request'])
  })

  it('explains a statement without running it', async () => {
    const { body } = await run('insert into written values (1)', { explain: 'plan' })
    const [[text]] = body.results[0].rows
    expect(JSON.parse(text)[0].Plan).toMatchObject({ 'Node Type': 'ModifyTable' })
    expect(text).not.toContain('Actual Rows')
    expect((await run('select * from written')).body.results[0].rows).toEqual([])
  })

  it('runs a statement to explain it, and rolls its changes back', async () => {
    const { body } = await run('insert into written values (1)', { explain: 'analyze' })
    expect(body.ended).toBe('rolled_back')
    expect(JSON.parse(body.results[0].rows[0][0])[0]).toHaveProperty('Execution Time')
    expect((await run('select * from written')).body.results[0].rows).toEqual([])
  })

  it('explains one statement, and places errors in the text of the member', async () => {
    const several = await run('select 1; select 2', { explain: 'plan' })
    expect([several.status, several.body.code]).toEqual([400, 'invalid_request'])
    const { details } = (await run('select 1,\n  nope', { explain: 'analyze' })).body
    expect(details).toMatchObject({ position: 13, line: 2, column: 3, statement: 1 })
    const first = (await run('selec 1', { explain: 'plan' })).body
    expect(first.details).toMatchObject({ position: 1, line: 1, column: 1 })
  })

  it('rolls back a transaction that is left open', async () => {
    await run('begin; create table left_open (id int)')
    expect((await run("select to_regclass('left_open')")).body.results[0].rows).toEqual([[null]])
  })

  it('limits notices', async () => {
    const { body, status } = await run(`do $$ begin
      raise warning 'look' using hint = 'up';
      raise notice '%', repeat('x', 20000);
      for n in 1..300 loop raise notice 'n %', n; end loop;
    end $$`)
    expect(status).toBe(200)
    expect(body.notices[0]).toEqual({ severity: 'WARNING', message: 'look\nHINT: up' })
    expect(body.notices[1].message).toHaveLength(10_000)
    expect(body.notices).toHaveLength(201)
    expect(body.notices[200].message).toBe('102 more notices are not shown.')
  })

  it('accepts empty text, and ten megabytes', async () => {
    expect((await run(' -- nothing')).body.results).toEqual([])
    const long = await run(`select length('${'ä'.repeat(4_900_000)}')`)
    expect(long.body.results[0].rows).toEqual([['4900000']])
  })

  it('keeps a bounded number of results', async () => {
    const { body } = await run('select 1;'.repeat(1500))
    expect(body.results).toHaveLength(1000)
    expect(body.notices[0].message).toBe('Showing the first 1000 of 1500 results.')
  })

  it('counts the statements of a long script by command, and keeps the results between them', async () => {
    const { body } = await run(
      `create temp table many (n int); ${'insert into many values (1), (2);'.repeat(1200)} select 1 as last`,
    )
    expect(body.commands).toEqual([
      { command: 'CREATE TABLE', statements: 1, rows: null },
      { command: 'INSERT', statements: 1200, rows: 2400 },
      { command: 'SELECT', statements: 1, rows: 1 },
    ])
    expect(body.results.at(-1)).toMatchObject({ rows: [['1']] })
    expect(body.notices).toEqual([])
  })

  it('allows LISTEN and rejects COPY FROM STDIN', async () => {
    expect((await run('listen news; notify news')).status).toBe(200)
    const copy = await run('copy atomic from stdin')
    expect(copy).toMatchObject({ status: 400, body: { code: 'query_failed' } })
    expect(copy.body.hint).toContain('Use INSERT')
    const out = await run('copy (select generate_series(1, 100000)) to stdout; select 1')
    expect(out.body.results).toMatchObject([
      { command: 'COPY', row_count: 100000 },
      { rows: [['1']] },
    ])
  })
})

describe('row limits', () => {
  it('keep only the first rows of a longer select, and read the others to their end', async () => {
    await run('create table many as select n as id from generate_series(1, 20000) n')
    const single = await run('select * from many', { row_limit: 1000 })
    expect(single.body.results[0]).toMatchObject({
      is_limited: true,
      row_count: null,
      command: 'SELECT',
    })
    expect(single.body.results[0].rows).toHaveLength(1000)
    const drained = await run('select * from many; select 2', { row_limit: 10 })
    expect(drained.body.results).toMatchObject([
      { is_limited: true, row_count: 20_000 },
      { is_limited: false, rows: [['2']] },
    ])
  })

  it('return a result of exactly the limit completely', async () => {
    const { body } = await run('select generate_series(1, 5)', { row_limit: 5 })
    expect(body.results[0]).toMatchObject({ is_limited: false, row_count: 5 })
  })

  it('commit what a limited statement wrote', async () => {
    const { body } = await run(
      'with w as (insert into written select generate_series(1, 50) returning id) select * from w',
      { row_limit: 3 },
    )
    expect(body.results[0]).toMatchObject({ is_limited: true })
    expect((await run('select count(*) from written')).body.results[0].rows).toEqual([['50']])
    const inserted = await run('insert into written select generate_series(1, 50) returning id', {
      row_limit: 3,
    })
    expect(inserted.body.results[0]).toMatchObject({
      is_limited: true,
      row_count: 50,
      command: 'INSERT',
    })
  })

  it('run a select to its end if its functions write', async () => {
    await run(`create table backfilled (id int);
      create function backfill(n int) returns int language sql as
      'insert into backfilled values (n) returning id'`)
    const { body } = await run('select backfill(n) from generate_series(1, 500) n', {
      row_limit: 10,
    })
    expect(body.results[0]).toMatchObject({ is_limited: true, row_count: 500, command: 'SELECT' })
    expect(body.results[0].rows).toHaveLength(10)
    expect((await run('select count(*) from backfilled')).body.results[0].rows).toEqual([['500']])
  })
})

describe('refusals', () => {
  const refusals: [string, string, object][] = [
    ['an unterminated quote', "select 'abc", { sqlstate: '42601', line: 1, column: 8 }],
    [
      'a missing table, in the second statement',
      'select 1;\nselect * from nowhere',
      { sqlstate: '42P01', line: 2, column: 15, position: 25 },
    ],
    [
      'emoji before the error, counted once',
      "select '😀😀', nope",
      { sqlstate: '42703', line: 1, column: 14 },
    ],
    [
      'an error inside a function, with where',
      'do $$ begin perform 1/0; end $$',
      { sqlstate: '22012', position: null },
    ],
    [
      'an error without a position, at the start of its statement',
      "select '😀;';\n -- next\n  select 1/0; select 2",
      { sqlstate: '22012', position: null, line: 3, column: 3 },
    ],
    [
      'an error at the commit, at the start of the last statement',
      'create table late (id int primary key, n int references late initially deferred); insert into late values (2, 7)',
      { sqlstate: '23503', position: null, line: 1, column: 83 },
    ],
    [
      'a raised exception, with detail and hint',
      "do $$ begin raise exception 'no' using detail = 'd', hint = 'h'; end $$",
      { sqlstate: 'P0001', detail: 'd', hint: 'h' },
    ],
    [
      'a psql command',
      '\\dt',
      {
        sqlstate: '42601',
        hint: 'Commands that begin with a backslash work only in psql. Use SQL instead.',
      },
    ],
    ['a parameter', 'select $1', { sqlstate: '42P02' }],
    [
      'a language that is not there',
      `create function f() returns int language plv8 as 'return 1'`,
      { sqlstate: '42704' },
    ],
    ['rights the owner lacks', 'create role x superuser', { sqlstate: '42501' }],
  ]
  it.each(refusals)('%s', async (_name, sql, details) => {
    const { status, body } = await run(sql)
    expect(status).toBe(400)
    expect(body.code).toBe('query_failed')
    expect(body.details).toMatchObject(details)
  })

  it('NUL', async () => {
    expect(await run('select \u0000')).toMatchObject({
      status: 400,
      body: { code: 'invalid_sql_text' },
    })
  })

  it('an error message of three megabytes, cut', async () => {
    const { status, body } = await run(
      "do $$ begin raise exception '%', repeat('x', 3000000); end $$",
    )
    expect(status).toBe(400)
    expect(body.details.sqlstate).toBe('P0001')
    expect(body.message.length).toBeLessThan(2_000_000)
  })
})

describe('ending a run', () => {
  it('returns 408 at the timeout, even if the text lifts it or catches the cancellation', async () => {
    for (const sql of [
      'select pg_sleep(600)',
      'set statement_timeout = 0; select pg_sleep(600)',
      `do $$ begin loop begin perform pg_sleep(600);
        exception when query_canceled then null; end; end loop; end $$`,
    ])
      expect(await run(sql, { timeout_ms: 200 })).toMatchObject({
        status: 408,
        body: { code: 'query_timeout' },
      })
  })

  it('says what was committed before', async () => {
    const text = 'begin; select 1; commit; select pg_sleep(600)'
    expect(await run(text, { timeout_ms: 200 })).toMatchObject({
      status: 408,
      body: { details: { statements: 4, completed_statements: 3, committed_statements: 3 } },
    })
  })

  it('is possible only for the member who started it', async () => {
    const body = query("select pg_sleep(600), 'mine'")
    const running = meta.call('POST', '/query', body)
    await whenRunning("select pg_sleep(600), ''mine''")
    const cancel = (member = ada) =>
      meta.call('POST', `/query/${body.run_id}/cancel`, undefined, member)
    expect((await cancel(bob)).body).toEqual({ cancelled: false })
    expect((await meta.call('POST', '/query', { ...body, sql: 'select 1' })).body.code).toBe(
      'run_id_in_use',
    )
    expect((await cancel()).body).toEqual({ cancelled: true })
    expect(await running).toMatchObject({ status: 409, body: { code: 'query_cancelled' } })
    expect((await cancel()).body).toEqual({ cancelled: false })
  })

  it('happens when the client disconnects', async () => {
    const address = new URL(await meta.app.listen({ port: 0, host: '127.0.0.1' }))
    const client = httpRequest(new URL(`/platform/meta/${meta.test.project.ref}/query`, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    client.on('error', () => {})
    client.end(JSON.stringify(query("select pg_sleep(600), 'gone'")))
    await whenRunning("select pg_sleep(600), ''gone''")
    client.destroy()
    await new Promise((resolve) => client.once('close', resolve))
    const ended = await run(`
      do $$ begin
        while exists (select from pg_stat_activity
          where query like 'select pg_sleep(600), ''gone''%' and state = 'active') loop
          perform pg_sleep(0.02);
          perform pg_stat_clear_snapshot();
        end loop;
      end $$`)
    expect(ended).toMatchObject({ status: 200 })
  })

  it('reports whether anything was committed when its session is terminated', async () => {
    const kill = (text: string) =>
      run(`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and query like '${text}%'`)
    const early = run('select pg_sleep(601); insert into written values (1)')
    await whenRunning('select pg_sleep(601)')
    await kill('select pg_sleep(601)')
    expect(await early).toMatchObject({
      status: 503,
      body: { code: 'connection_lost', details: { may_have_committed: false } },
    })
    const late = run('insert into written values (1); commit; select pg_sleep(602); select 1')
    await whenRunning('insert into written values (1); commit')
    await kill('insert into written values (1); commit')
    expect(await late).toMatchObject({
      status: 503,
      body: { code: 'connection_lost', details: { may_have_committed: true } },
    })
  })

  it('leaves no connection open', async () => {
    const { body } = await run(`
      do $$ begin
        while (select count(*) from pg_stat_activity
          where application_name like 'stoa SQL editor') > 1 loop
          perform pg_sleep(0.02);
          perform pg_stat_clear_snapshot();
        end loop;
      end $$`)
    expect(body).toMatchObject({ results: [{ command: 'DO' }] })
  })
})
