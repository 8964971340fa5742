import { readdir, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { ImportDefinition, type Import } from '@stoa/contract/services/imports/imports'
import Fastify, { type FastifyInstance } from 'fastify'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { workbookOf } from '../../../test/table-files/workbook.ts'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { mountRoutes } from '../../lib/http.ts'
import { rawSql, sql } from '../../postgres/sql.ts'
import { createImports } from './index.ts'

let test: TestProject
let app: FastifyInstance
const service = createImports({
  clock: systemClock,
  refuseProtectedSchema(schema) {
    if (schema === 'auth') throw new AppError('schema_protected', 'No.', { status: 403 })
  },
})

beforeAll(async () => {
  test = await createTestProject()
  app = Fastify()
  app.decorateRequest('project')
  app.decorateRequest('member')
  app.addHook('onRequest', async (request) => {
    request.project = test.project
    request.member = { kind: 'operator_credential' }
    request.recordAudit = async () => {}
  })
  app.setErrorHandler((error, _request, reply) =>
    error instanceof AppError
      ? reply.status(error.status).send({ code: error.code, message: error.message })
      : reply.status(500).send({ code: String(error) }),
  )
  for (const { routes } of service.memberDoors ?? []) mountRoutes(app, routes)
  await service.start?.(test.project)
})
afterAll(async () => {
  await app.close()
  await service.stop?.(test.project)
  await test.stop()
})

const place = () => `/platform/imports/${test.project.ref}`
const OCTETS = { 'content-type': 'application/octet-stream' }

async function call(method: 'GET' | 'POST', at: string, payload?: object) {
  const response = await app.inject({ method, url: place() + at, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}

async function preview(content: string | Buffer, query: Readonly<{ [name: string]: string }>) {
  const response = await app.inject({
    method: 'POST',
    url: `${place()}/previews`,
    query,
    headers: OCTETS,
    payload: content,
  })
  return { status: response.statusCode, body: response.json() }
}

const send = (id: string, content: string | Buffer) =>
  app.inject({
    method: 'PUT',
    url: `${place()}/jobs/${id}/file`,
    headers: OCTETS,
    payload: content,
  })

const CSV = { kind: 'csv' as const, has_header: true, delimiter: ',' as const, null_text: '' }
type Definition = z.input<typeof ImportDefinition>

const newTable = (
  table: string,
  columns: Readonly<{ [name: string]: string }>,
  more: object = {},
) =>
  ({
    kind: 'new_table',
    schema: 'public',
    table,
    identity: 'row_id',
    columns: Object.entries(columns).map(([name, type]) => ({ source: name, name, type })),
    ...more,
  }) as Definition['target']

async function existing(table: string, columns: readonly string[], key: string[] | null = null) {
  const { id } = await test.database
    .as('postgres')
    .one(sql`select ${table}::regclass::oid::int8::int4 as id`, z.object({ id: z.int() }))
  const mapped = columns.map((name) => ({ source: name, name }))
  return { kind: 'existing_table' as const, table_id: id, columns: mapped, key }
}

const definitionOf = (
  content: string | Buffer,
  target: Definition['target'],
  more: Partial<Definition> = {},
): Definition => ({
  file_name: 'file.csv',
  file_bytes: Buffer.byteLength(content),
  format: CSV,
  target,
  ...more,
})

async function stateOf(id: string): Promise<Import> {
  const all: Import[] = (await call('GET', '/jobs')).body
  const found = all.find((one) => one.id === id)
  if (!found) throw new Error('The import is not listed')
  return found
}

async function ended(id: string): Promise<Import> {
  for (;;) {
    const state = await stateOf(id)
    if (state.ended_at !== null) return state
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function load(
  content: string | Buffer,
  target: Definition['target'],
  more: Partial<Definition> = {},
): Promise<Import> {
  const created = await call('POST', '/jobs', definitionOf(content, target, more))
  expect(created).toMatchObject({ status: 201 })
  expect((await send(created.body.id, content)).statusCode).toBe(200)
  return ended(created.body.id)
}

async function rowsOf(query: string): Promise<string[]> {
  const { rows } = await test.database.as('postgres').text(rawSql(query))
  return rows.map((row) => row.map((cell) => cell ?? 'NULL').join('|'))
}

const exists = async (table: string) =>
  (await rowsOf(`select to_regclass('${table}') is not null`))[0] === 't'

describe('a new table', () => {
  it('is created with keys, row level security, a migration and all rows', async () => {
    const content =
      'name,price,born,tags\r\n"Ada ""A"", é",1.50,31/12/2026,"{a,b}"\n=1+1,,01/02/2026,\n'
    const found = await preview(content, { name: 'file.csv' })
    expect(found.body).toMatchObject({ format: CSV, date_order: 'dmy', keys: ['name', 'born'] })
    const target = newTable('people list', {
      name: 'text',
      price: 'numeric',
      born: 'date',
      tags: 'text[]',
    })
    const plan = await call('POST', '/plans', definitionOf(content, target))
    expect(plan.body.statements).toEqual([
      expect.stringContaining('create table "public"."people list" ('),
      'alter table "public"."people list" enable row level security',
      'copy "public"."people list" ("name", "price", "born", "tags") from stdin',
    ])
    const done = await load(content, target, { date_order: 'dmy' })
    expect(done).toMatchObject({ status: 'succeeded', rows: 2, rejected_rows: 0, mode: 'create' })
    expect(await rowsOf('select * from "people list" order by row_id')).toEqual([
      '1|Ada "A", é|1.50|2026-12-31|{a,b}',
      '2|=1+1|NULL|2026-02-01|NULL',
    ])
    expect(
      await rowsOf(
        `select relrowsecurity, relowner::regrole from pg_class where oid = ${done.table_id}`,
      ),
    ).toEqual(['t|postgres'])
    expect(
      await rowsOf(`select name, statements[2] from supabase_migrations.schema_migrations`),
    ).toEqual([
      'create_table_public_people_list|alter table "public"."people list" enable row level security',
    ])
  })

  it('takes rows of workbooks, Parquet, JSON, and text in other encodings', async () => {
    const sheet = `<row r="1"><c r="A1" t="str"><v>day</v></c></row><row r="2"><c r="A2" s="1"><v>46053</v></c></row>`
    const book = await load(workbookOf({ S: sheet }), newTable('from_xlsx', { day: 'date' }), {
      format: { kind: 'xlsx', sheet: 'S', has_header: true },
    })
    expect(book).toMatchObject({ status: 'succeeded', rows: 1 })
    const data = { columnData: [{ name: 'n', data: [1n, 2n], type: 'INT64' as const }] }
    const parquet = await load(
      Buffer.from(parquetWriteBuffer(data)),
      newTable('from_parquet', { n: 'bigint' }),
      { format: { kind: 'parquet' } },
    )
    expect(parquet).toMatchObject({ status: 'succeeded', rows: 2 })
    const json = '[{"tags":["a\\"b",null],"n":12345678901234567890}]'
    await load(json, newTable('from_json', { tags: 'text[]', n: 'numeric' }), {
      format: { kind: 'json', path: '' },
    })
    expect(await rowsOf('select tags[1], tags[2], n from from_json')).toEqual([
      'a"b|NULL|12345678901234567890',
    ])
    await load(Buffer.from('name\nJ\xf6rg', 'latin1'), newTable('from_latin', { name: 'text' }), {
      format: { ...CSV, encoding: 'windows-1252' },
    })
    expect(await rowsOf('select name from from_latin')).toEqual(['Jörg'])
  })

  it('is not left behind by a bad row, whose place is reported', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => `${at},"some longer text\nin two lines"`)
    rows[25_000] = 'x,bad'
    const done = await load(
      `n,text\n${rows.join('\n')}`,
      newTable('left', { n: 'bigint', text: 'text' }),
    )
    expect(done).toMatchObject({ status: 'failed', rows: 0, table_id: null })
    expect(done.error).toMatchObject({ code: 'import_row_invalid', line: 50_002, column: 'n' })
    expect(done.error?.message).toContain('Nothing was changed.')
    expect(await exists('left')).toBe(false)
  })

  it.each<[string, string | Buffer, string]>([
    ['an unclosed quote', 'n\n1\n"2', 'file_invalid'],
    ['NUL', 'n\n1\0', 'file_not_text'],
    ['another encoding', Buffer.from('n\n\xff', 'latin1'), 'file_not_text'],
    ['rows of another length', 'n\n1\n2,3', 'file_invalid'],
    ['a number out of range', 'n\n99999999999999999999', 'import_row_invalid'],
  ])('is not created from a file with %s', async (_, content, code) => {
    const done = await load(content, newTable('hostile', { n: 'bigint' }))
    expect(done).toMatchObject({ status: 'failed', error: { code } })
    expect(await exists('hostile')).toBe(false)
  })

  it('is refused if its name is taken, its schema protected, or its columns ambiguous', async () => {
    await test.run('create table taken ()')
    const code = async (target: Definition['target']) =>
      (await call('POST', '/jobs', definitionOf('n\n1', target))).body.code
    expect(await code(newTable('taken', { n: 'text' }))).toBe('import_table_exists')
    expect(await code(newTable('x', { n: 'text' }, { schema: 'auth' }))).toBe('schema_protected')
    expect(await code(newTable('x', { n: 'text' }, { schema: 'none' }))).toBe(
      'import_schema_missing',
    )
    expect(await code(newTable('x', { row_id: 'text' }))).toBe('import_columns_ambiguous')
  })
})

describe('an existing table', () => {
  it('gets rows, of which each can refer to a later one', async () => {
    await test.run(
      'create table tree (id int primary key, parent int references tree, note text default $$d$$)',
    )
    const rows = Array.from({ length: 100_000 }, (_, at) => `${at},${at === 99_999 ? '' : at + 1}`)
    const done = await load(
      `id,parent\n${rows.join('\n')}`,
      await existing('tree', ['id', 'parent']),
    )
    expect(done).toMatchObject({ status: 'succeeded', rows: 100_000, mode: 'append' })
    expect(await rowsOf('select count(*), min(note) from tree')).toEqual(['100000|d'])
  })

  it('is updated by a key, with the last of several rows of the file', async () => {
    await test.run(`create table stock (id int generated always as identity primary key, sku text unique, n int);
      insert into stock (sku, n) values ('a', 1), ('b', 2), (null, 3)`)
    const target = await existing('stock', ['sku', 'n'], ['sku'])
    const done = await load('sku,n\nb,20\nc,30\nc,31\n,5\n,6\n', target)
    expect(done).toMatchObject({ status: 'succeeded', mode: 'upsert' })
    expect(await rowsOf('select sku, n from stock order by sku, n')).toEqual([
      'a|1',
      'b|20',
      'c|31',
      'NULL|3',
      'NULL|5',
      'NULL|6',
    ])
    const wrong = await existing('stock', ['n'], ['n'])
    expect((await call('POST', '/jobs', definitionOf('n\n1', wrong))).body.code).toBe(
      'import_key_missing',
    )
  })

  it('keeps the good rows and reports the bad ones, whatever refuses them', async () => {
    await test.run(`create table shops (id int primary key); insert into shops values (1);
      create table sales (id int primary key, shop int not null references shops, price numeric check (price > 0));
      create function refuse() returns trigger language plpgsql as
        $$ begin if new.id = 13 then raise exception 'unlucky'; end if; return new; end $$;
      create trigger refuse before insert on sales for each row execute function refuse();
      insert into sales values (7, 1, 1)`)
    const rows = Array.from({ length: 2000 }, (_, at) => `${at + 1},1,5`)
    rows[2] = '3,1,x'
    rows[3] = '4,9,5'
    rows[4] = '5,,5'
    rows[5] = '6,1,-5'
    rows[8] = '9'
    rows[1999] = '2000,8,1'
    const target = await existing('sales', ['id', 'shop', 'price'])
    const done = await load(`id,shop,price\n${rows.join('\n')}`, target, { bad_rows: 'skip' })
    expect(done).toMatchObject({ status: 'succeeded', rows: 1992, rejected_rows: 8 })
    expect(await rowsOf('select count(*) from sales')).toEqual(['1993'])
    const { body } = await call('GET', `/jobs/${done.id}/rejected-rows`)
    const byLine = body.toSorted((a: { line: number }, b: { line: number }) => a.line - b.line)
    expect(
      byLine.map(({ line, column }: { line: number; column: string }) => [line, column]),
    ).toEqual([
      [4, 'price'],
      [5, null],
      [6, 'shop'],
      [7, null],
      [8, null],
      [10, null],
      [14, null],
      [2001, null],
    ])
    expect(byLine[0]).toMatchObject({ value: 'x' })
    expect(byLine[6]).toMatchObject({ reason: 'Unlucky.' })
  })

  it('is unchanged after an upsert with one bad row', async () => {
    await test.run('create table kept (id int primary key, n int); insert into kept values (1, 1)')
    const rows = Array.from({ length: 50_000 }, (_, at) => `${at},2`)
    const target = await existing('kept', ['id', 'n'], ['id'])
    const done = await load(`id,n\n${rows.join('\n')}\nx,1`, target)
    expect(done).toMatchObject({ status: 'failed', error: { line: 50_002, column: 'id' } })
    expect(await rowsOf('select * from kept')).toEqual(['1|1'])
  })
})

describe('an import', () => {
  const slow = `create function pg_temp_slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(60); return new; end $$`

  it('is rolled back when it is canceled', async () => {
    await test.run(`create table waits (n int); ${slow};
      create trigger slow before insert on waits for each row execute function pg_temp_slow()`)
    const target = await existing('waits', ['n'])
    const created = await call('POST', '/jobs', definitionOf('n\n1', target))
    await send(created.body.id, 'n\n1')
    const cancelled = await call('POST', `/jobs/${created.body.id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', rows: 0 })
    expect(await rowsOf('select count(*) from waits')).toEqual(['0'])
    expect((await call('POST', `/jobs/${created.body.id}/cancel`)).body.code).toBe('import_ended')
  })

  it('continues after a lost connection where the file was interrupted', async () => {
    const content = 'n\n1\n2\n3\n'
    const target = newTable('resumed', { n: 'text' })
    const { id } = (await call('POST', '/jobs', definitionOf(content, target))).body
    const address = await app.listen({ port: 0 })
    const url = `${address}${place()}/jobs/${id}/file`
    const lost = request(url, {
      method: 'PUT',
      headers: { ...OCTETS, 'content-length': String(content.length) },
    })
    lost.on('error', () => {})
    lost.write(content.slice(0, 4))
    const path = `${test.project.folder('imports')}/${id}.file`
    await vi.waitFor(async () => expect((await stat(path)).size).toBe(4))
    lost.destroy()
    await vi.waitFor(async () => expect(await stateOf(id)).toMatchObject({ received_bytes: 4 }))
    expect(await stateOf(id)).toMatchObject({ status: 'receiving' })
    expect((await send(id, content)).json().code).toBe('import_offset_wrong')
    const rest = await app.inject({
      method: 'PUT',
      url: `${place()}/jobs/${id}/file`,
      query: { offset: '4' },
      headers: OCTETS,
      payload: content.slice(4),
    })
    expect(rest.statusCode).toBe(200)
    expect(await ended(id)).toMatchObject({ status: 'succeeded', rows: 3 })
    expect(await rowsOf('select n from resumed order by n')).toEqual(['1', '2', '3'])
  })

  it('is refused beyond the limit, and without its whole file', async () => {
    const target = newTable('many', { n: 'text' })
    const created = []
    for (let number = 0; number < 5; number += 1)
      created.push((await call('POST', '/jobs', definitionOf('n\n1', target))).body)
    expect(await call('POST', '/jobs', definitionOf('n\n1', target))).toMatchObject({ status: 429 })
    expect((await send(created[0].id, 'n')).json().code).toBe('import_file_incomplete')
    expect((await send(created[1].id, 'n\n1\n2')).json().code).toBe('import_file_too_large')
    for (const { id } of created.slice(2)) await call('POST', `/jobs/${id}/cancel`)
    expect(await stateOf(created[0].id)).toMatchObject({ status: 'failed', rows: 0 })
    expect(await exists('many')).toBe(false)
  })

  it('ends after a crash as its transaction did, and its file is deleted', async () => {
    const done = await load('n\n1', newTable('survivor', { n: 'text' }))
    const folder = test.project.folder('imports')
    const record = (id: string, transaction: string | null, status: string) =>
      writeFile(
        path.join(folder, `${id}.json`),
        JSON.stringify({
          shown: { ...done, id, status, ended_at: null },
          definition: ImportDefinition.parse(definitionOf('n', newTable('x', { n: 'text' }))),
          transaction,
        }),
      )
    const committed = '00000000-0000-4000-8000-000000000001'
    const lost = '00000000-0000-4000-8000-000000000002'
    const unsent = '00000000-0000-4000-8000-000000000003'
    await record(committed, (await rowsOf('select pg_current_xact_id()'))[0] ?? '', 'running')
    const client = await test.database.connect('postgres', 'test')
    const { rows } = await client
      .query('begin; select pg_current_xact_id()::text as id')
      .then((all) => (all as unknown as { rows: { id: string }[] }[])[1] ?? { rows: [] })
    await client.query('rollback')
    await client.end()
    await record(lost, rows[0]?.id ?? '', 'running')
    await record(unsent, null, 'receiving')
    await writeFile(path.join(folder, `${lost}.file`), 'n\n1')
    await service.start?.(test.project)
    expect(await stateOf(committed)).toMatchObject({ status: 'succeeded' })
    expect(await stateOf(lost)).toMatchObject({
      status: 'failed',
      error: { code: 'import_interrupted' },
    })
    expect(await stateOf(unsent)).toMatchObject({ error: { code: 'import_file_missing' } })
    expect((await readdir(folder)).filter((name) => !/\.(?:json|rejected)$/.test(name))).toEqual([])
  })
})

it('refuses previews of hostile files', async () => {
  const code = async (content: string | Buffer, name = 'file.csv') =>
    (await preview(content, { name })).body.code
  expect(await code('')).toBe('import_file_empty')
  expect(await code('a,'.repeat(5000))).toBe('file_too_many_columns')
  expect(await code(`a\n"${'x'.repeat(9_000_000)}`)).toBe('file_row_too_large')
  expect(await code('PK\x03\x04 nonsense', 'file.xlsx')).toBe('file_invalid')
  expect((await preview('a', { name: 'a', format: '{' })).body.code).toBe('invalid_request')
})

it('creates the sample tables once, with rows that only their users see', async () => {
  expect((await call('POST', '/sample-database')).body.tables).toContain('products')
  expect(await rowsOf('select count(*) from products where category_id is not null')).toEqual([
    '16',
  ])
  expect(await rowsOf('select count(*) > 100 from order_items')).toEqual(['t'])
  expect((await call('POST', '/sample-database')).body.code).toBe('sample_tables_exist')
})

describe('numbers with decimal commas', () => {
  const content = 'item;price;count;note\nA;1.234,50;1 000;1,5\nB;-0,5;2.000;\nC;7;;x\n'

  it('are detected, and are texts where the column is one', async () => {
    const { body } = await preview(content, { name: 'file.csv' })
    expect(body.format).toMatchObject({ delimiter: ';', decimal: ',' })
    expect(body.columns.map(({ type }: { type: string }) => type)).toEqual([
      'text',
      'numeric',
      'integer',
      'text',
    ])
    const target = newTable('decimal commas', {
      item: 'text',
      price: 'numeric',
      count: 'integer',
      note: 'text',
    })
    expect(await load(content, target, { format: body.format })).toMatchObject({ rows: 3 })
    expect(await rowsOf('select item, price, count, note from "decimal commas"')).toEqual([
      'A|1234.50|1000|1,5',
      'B|-0.5|2000|NULL',
      'C|7|NULL|x',
    ])
  })

  it('are read by the type of a column that exists', async () => {
    await test.run('create table prices (item text, price numeric, count int, note text)')
    const target = await existing('prices', ['item', 'price', 'count', 'note'])
    const format = { ...CSV, delimiter: ';' as const, decimal: ',' as const }
    expect(await load(content, target, { format })).toMatchObject({ rows: 3 })
    expect(await rowsOf('select sum(price), sum(count), min(note) from prices')).toEqual([
      '1241.00|3000|1,5',
    ])
  })
})

it('reads each column in its own way', async () => {
  const content = 'day,price,paid\n31/12/2026,"1.234,5",ja\n1/2/26,n/a,nein\n'
  const target = newTable(
    'read_by_column',
    {},
    {
      columns: [
        { source: 'day', name: 'day', type: 'date', reading: { date_order: 'dmy' } },
        {
          source: 'price',
          name: 'price',
          type: 'numeric',
          reading: { decimal: ',', null_text: 'n/a' },
        },
        {
          source: 'paid',
          name: 'paid',
          type: 'boolean',
          reading: { true_text: 'Ja', false_text: 'Nein' },
        },
      ],
    },
  )
  expect(await load(content, target)).toMatchObject({ status: 'succeeded', rows: 2 })
  expect(await rowsOf('select day, price, paid from read_by_column order by day')).toEqual([
    '2026-02-01|NULL|f',
    '2026-12-31|1234.5|t',
  ])
})
