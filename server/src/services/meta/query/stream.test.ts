import type { RunEvent } from '@stoa/contract/services/meta/query-stream'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberId } from '../../../../src/project/member.ts'
import { ada, createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
let address: string

beforeAll(async () => {
  meta = await createMetaApp()
  address = await meta.app.listen({ port: 0, host: '127.0.0.1' })
  await meta.test.run(`
    create table written (id int);
    create table item (id int, name text, price numeric, data jsonb);
    insert into item values (1, 'a,"b"', 1.10, '{"x": 1}'), (2, null, 'NaN', null);
    grant select on item to anon;
    alter table item enable row level security;
    create policy one on item for select to anon using (id = 1);
  `)
})
afterAll(() => meta.stop())

const post = (path: string, body: object, member = ada) =>
  fetch(`${address}/platform/meta/${meta.test.project.ref}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-member': memberId(member) },
    body: JSON.stringify(body),
  })

const parse = (text: string): RunEvent[] =>
  text
    .trim()
    .split('\n')
    .map((line): RunEvent => JSON.parse(line))

async function stream(sql: string, options: object = {}, member = ada) {
  const response = await post('/query/stream', query(sql, options), member)
  expect(response.status).toBe(200)
  return parse(await response.text())
}

const rowsOf = (events: readonly RunEvent[], result: number) =>
  events.flatMap((event) => (event.kind === 'rows' && event.result === result ? event.rows : []))

const SLOW = `select n, case when n = 60000 then pg_sleep(600) end
  from generate_series(1, 100000) n`

describe('a streamed run', () => {
  it('returns the rows of every statement, and then how the run ended', async () => {
    const events = await stream(
      "select 1 as a, 'x'::text as b; insert into written values (1), (2) returning id; select",
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      'result',
      'rows',
      'result',
      'rows',
      'rows',
      'done',
    ])
    expect(events[0]).toEqual({
      kind: 'result',
      result: 0,
      columns: [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'text' },
      ],
    })
    expect(rowsOf(events, 1)).toEqual([['1'], ['2']])
    expect(events.at(-1)).toMatchObject({
      answer: {
        ended: 'committed',
        results: [
          { command: 'SELECT', rows: [], row_count: 1, is_limited: false },
          { command: 'INSERT', rows: [], row_count: 2 },
          { command: 'SELECT' },
        ],
      },
    })
  })

  it('sends the first rows while the rest is computed, and can then be canceled', async () => {
    const body = query(SLOW, { row_limit: null })
    const response = await post('/query/stream', body)
    let text = ''
    let isCanceled = false
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk
      if (isCanceled || !text.includes('"rows"')) continue
      isCanceled = true
      const { body: answer } = await meta.call('POST', `/query/${body.run_id}/cancel`)
      expect(answer).toEqual({ cancelled: true })
    }
    const events = parse(text)
    expect(events.at(-1)).toMatchObject({
      kind: 'failed',
      error: { code: 'query_cancelled', status: 409 },
    })
    expect(rowsOf(events, 0).length).toBeGreaterThan(1000)
  })

  it('ends when its client leaves in the middle', async () => {
    const controller = new AbortController()
    const response = await fetch(`${address}/platform/meta/${meta.test.project.ref}/query/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query(`${SLOW} -- gone`, { row_limit: null })),
      signal: controller.signal,
    })
    expect(response.status).toBe(200)
    controller.abort()
    const ended = await meta.call(
      'POST',
      '/query',
      query(`
        do $$ begin
          while exists (select from pg_stat_activity
            where query like '%-- gone' and state = 'active' and pid <> pg_backend_pid()) loop
            perform pg_sleep(0.02);
            perform pg_stat_clear_snapshot();
          end loop;
        end $$`),
    )
    expect(ended).toMatchObject({ status: 200 })
  })

  it('returns more than 10,000 rows without a limit, and stops at one', async () => {
    const all = await stream('select n from generate_series(1, 100000) n', { row_limit: null })
    expect(rowsOf(all, 0)).toHaveLength(100_000)
    expect(all.at(-1)).toMatchObject({
      answer: { results: [{ row_count: 100_000, is_limited: false }] },
    })
    const some = await stream('select n from generate_series(1, 100000) n', { row_limit: 500 })
    expect(rowsOf(some, 0)).toHaveLength(500)
    expect(some.at(-1)).toMatchObject({
      answer: { results: [{ row_count: null, is_limited: true }] },
    })
  })

  it('stops a result of large rows when it is too large', async () => {
    const events = await stream("select generate_series(1, 1000000000), repeat('x', 10000)", {
      row_limit: null,
    })
    expect(events.at(-1)).toMatchObject({ answer: { results: [{ is_limited: true }] } })
    expect(rowsOf(events, 0).length).toBeLessThan(5001)
  })

  it('fails as an ordinary response before the first row, and with a last line after it', async () => {
    const early = await post(
      '/query/stream',
      query('select 1 / (n - 1) from generate_series(1, 9) n'),
    )
    expect(early.status).toBe(400)
    expect(await early.json()).toMatchObject({ code: 'query_failed', details: { statement: 1 } })
    const late = await stream('select 1 / (90000 - n) from generate_series(1, 90000) n', {
      row_limit: null,
    })
    expect(late.at(-1)).toMatchObject({
      kind: 'failed',
      error: { code: 'query_failed', details: { sqlstate: '22012', committed_statements: 0 } },
    })
  })

  it('runs in an open transaction, and read-only for members who can only read', async () => {
    const transaction = { id: crypto.randomUUID(), is_open: false }
    const events = await stream('insert into written values (9) returning id', { transaction })
    expect(rowsOf(events, 0)).toEqual([['9']])
    expect(events.at(-1)).toMatchObject({ answer: { ended: 'open' } })
    await meta.call('POST', `/transactions/${transaction.id}/rollback`, {})
    const refused = await post('/query/stream', query('insert into written values (1)'), rita)
    expect(refused.status).toBe(400)
    expect(rowsOf(await stream('select 1; select 2', {}, rita), 1)).toEqual([['2']])
  })
})

describe('an export of a result', () => {
  const download = async (sql: string, options: object = {}, member = ada) => {
    const response = await post('/query/export', query(sql, { format: 'csv', ...options }), member)
    return { status: response.status, text: await response.text() }
  }

  it.each([
    ['csv', 'id,name,price,data\r\n1,"a,""b""",1.10,"{""x"": 1}"\r\n2,,NaN,\r\n'],
    [
      'json',
      '[\n  {"id":1,"name":"a,\\"b\\"","price":1.10,"data":{"x": 1}},\n' +
        '  {"id":2,"name":null,"price":"NaN","data":null}\n]\n',
    ],
    [
      'ndjson',
      '{"id":1,"name":"a,\\"b\\"","price":1.10,"data":{"x": 1}}\n' +
        '{"id":2,"name":null,"price":"NaN","data":null}\n',
    ],
  ])('is exact as %s', async (format, text) => {
    expect((await download('select * from item order by id', { format })).text).toBe(text)
  })

  it('has every row of the chosen statement, and runs none after it', async () => {
    const { text } = await download(
      'select 1; select n from generate_series(1, 20000) n; insert into written values (1)',
      { statement: 1 },
    )
    expect(text.trim().split('\r\n')).toHaveLength(20_001)
  })

  it('runs as the impersonated role, and with parameters', async () => {
    const { text } = await download('select id from item where id < :most', {
      impersonate: { role: 'anon' },
      parameters: [{ name: 'most', value: '10', type: 'automatic' }],
    })
    expect(text).toBe('id\r\n1\r\n')
  })

  it.each([
    ['insert into written values (1) returning id', {}, 'export_writes'],
    ['create table other (id int); select 1', { statement: 1 }, 'export_writes'],
    ['select 1; commit; select 2', { statement: 2 }, 'transaction_ended'],
    ['select 1', { statement: 1 }, 'no_result'],
    ['set work_mem = 4096', {}, 'no_result'],
    ['select nope', {}, 'query_failed'],
  ])('refuses %j', async (sql, options, code) => {
    const { status, text } = await download(sql, options)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ code })
  })

  it('breaks off after an error, so that no part is taken for the whole', async () => {
    const whole = download('select 1 / (90000 - n) from generate_series(1, 90000) n')
    await expect(whole).rejects.toThrow('terminated')
  })

  const MANY = `select n, 'row ' || n as t, n % 2 = 0 as b, 'infinity'::timestamptz as at
    from generate_series(1, 30000) n`

  it('is Parquet with the types of its columns', async () => {
    const response = await post('/query/export', query(MANY, { format: 'parquet' }))
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.parquet')
    const file = await response.arrayBuffer()
    const rows = await parquetReadObjects({ file })
    expect(rows).toHaveLength(30_000)
    expect(rows[29_999]).toEqual({ n: 30_000, t: 'row 30000', b: true, at: 'infinity' })
  })

  it('is a workbook', async () => {
    const response = await post('/query/export', query(MANY, { format: 'xlsx' }))
    const file = Buffer.from(await response.arrayBuffer())
    expect(file.subarray(0, 2).toString()).toBe('PK')
    expect(file.toString('latin1')).toContain('xl/worksheets/sheet1.xml')
  })

  it.each(['xlsx', 'parquet'])('of no rows is %s with columns', async (format) => {
    const response = await post('/query/export', query('select 1 as a where false', { format }))
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(40)
  })

  it.each(['xlsx', 'parquet'])(
    'as %s is refused before its first row like other formats',
    async (format) => {
      const wrong = await post('/query/export', query('select 1/0', { format }))
      expect(await wrong.json()).toMatchObject({ code: 'query_failed' })
      const written = await post(
        '/query/export',
        query('insert into written values (1)', { format }),
      )
      expect(written.status).toBe(400)
    },
  )

  it.each([
    ['xlsx', "select repeat('x', 40000) from generate_series(1, 3)"],
    ['parquet', 'select 1 / (n - 60000) from generate_series(1, 100000) n'],
  ])('as %s breaks off after an error', async (format, sql) => {
    const response = await post('/query/export', query(sql, { format }))
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    const { body } = await meta.call('POST', '/query', query('select 1'))
    expect(body.results[0].rows).toEqual([['1']])
  })
})
