import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberId } from '../../../../src/project/member.ts'
import { ada, createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table item (
      id int generated always as identity primary key,
      name text,
      price numeric,
      is_new bool,
      data jsonb,
      tags text[],
      doubled int generated always as (id * 2) stored
    );
    insert into item (name, price, is_new, data, tags) values
      ('a,"b"', 1.10, true, '{"x": 1}', '{a,b}'),
      (null, 'NaN', false, null, null),
      ('', 12345678901234567890.5, null, '"t"', '{}');
    create table bare (id int);
    create table many (id int primary key, t text);
    insert into many select g, repeat('x', 1000) from generate_series(1, 5000) g;
    create table secret (id int primary key);
    insert into secret values (1), (2);
    alter table secret enable row level security;
    create policy one on secret for select to anon using (id = 1);
    grant select on secret to anon;
    create view failing as select id, 1 / (id - 3000) as n from many;
  `)
})
afterAll(() => meta.stop())

async function download(table: string, body: object, member = ada) {
  const response = await meta.app.inject({
    method: 'POST',
    url: `/platform/meta/${meta.test.project.ref}/tables/${await meta.idOf(table)}/rows/export`,
    headers: { 'x-member': memberId(member) },
    payload: body,
  })
  return {
    status: response.statusCode,
    text: response.body,
    type: response.headers['content-type'],
  }
}

const textOf = async (table: string, body: object) => (await download(table, body)).text
const columns = ['id', 'name', 'price', 'is_new', 'data', 'tags']

describe('an export of rows', () => {
  it.each<[string, string]>([
    [
      'csv',
      'id,name,price,is_new,data,tags\r\n' +
        '1,"a,""b""",1.10,t,"{""x"": 1}","{a,b}"\r\n' +
        '2,,NaN,f,,\r\n' +
        '3,"",12345678901234567890.5,,"""t""",{}\r\n',
    ],
    [
      'json',
      `[
  {"id":1,"name":"a,\\"b\\"","price":1.10,"is_new":true,"data":{"x": 1},"tags":"{a,b}"},
  {"id":2,"name":null,"price":"NaN","is_new":false,"data":null,"tags":null},
  {"id":3,"name":"","price":12345678901234567890.5,"is_new":null,"data":"t","tags":"{}"}
]
`,
    ],
    [
      'tsv',
      '1\t"a,""b"""\t1.10\tt\t"{""x"": 1}"\t{a,b}\n2\t\tNaN\tf\t\t\n3\t\t12345678901234567890.5\t\t"""t"""\t{}',
    ],
  ])('is exact as %s', async (format, text) => {
    expect(await textOf('item', { format, columns })).toBe(text)
  })

  it('is one object a line as ndjson, and a table as markdown', async () => {
    const keys = [{ id: '2' }]
    expect(await textOf('item', { format: 'ndjson', keys, columns: ['id', 'name'] })).toBe(
      '{"id":2,"name":null}\n',
    )
    expect(await textOf('item', { format: 'markdown', keys, columns: ['id', 'name'] })).toBe(
      '| id | name |\n| ---: | --- |\n| 2 | NULL |\n',
    )
  })

  it('restores the same rows as SQL, without columns that are generated', async () => {
    const before = await textOf('item', { format: 'csv' })
    const text = await textOf('item', { format: 'sql' })
    expect(text).toContain('overriding system value')
    expect(text).not.toContain('doubled')
    await meta.call('POST', '/query', query(`delete from item; ${text}`))
    expect(await textOf('item', { format: 'csv' })).toBe(before)
  })

  it('has the rows of the filters in the order of the sorts', async () => {
    const text = await textOf('many', {
      format: 'csv',
      columns: ['id'],
      filters: [{ column: 'id', operator: 'gt', value: '4990' }],
      sorts: [{ column: 'id', ascending: false }],
    })
    expect(text.split('\r\n').slice(0, 3)).toEqual(['id', '5000', '4999'])
    expect(text.trim().split('\r\n')).toHaveLength(11)
  })

  it('has every row of a table larger than one fetch, once', async () => {
    const lines = (await textOf('many', { format: 'csv', columns: ['id'] })).trim().split('\r\n')
    expect(lines).toHaveLength(5001)
    expect(new Set(lines).size).toBe(5001)
  })

  it.each([
    ['csv', 'id\r\n'],
    ['json', '[]\n'],
    ['ndjson', ''],
    ['sql', ''],
  ])('is empty but complete as %s without rows', async (format, text) => {
    expect(await textOf('bare', { format })).toBe(text)
  })

  it('runs as the role that the member impersonates', async () => {
    const text = await textOf('secret', { format: 'csv', impersonate: { role: 'anon' } })
    expect(text).toBe('id\r\n1\r\n')
  })

  it('is a workbook or Parquet, with the bytes of each', async () => {
    for (const [format, mark, type] of [
      ['xlsx', 'PK', 'spreadsheetml.sheet'],
      ['parquet', 'PAR1', 'parquet'],
    ]) {
      const file = await download('many', { format, columns: ['id'] })
      expect(file.text.slice(0, mark?.length)).toBe(mark)
      expect(file.type).toContain(type)
    }
  })

  it('is refused as XLSX before it starts if a text does not fit into a cell of a sheet', async () => {
    await meta.test.run(`create table long (id int primary key, a text, b text);
      insert into long values (1, null, null), (2, repeat('x', 40000), null)`)
    const refused = await download('long', { format: 'xlsx' })
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'export_too_large' })
    expect((await download('long', { format: 'xlsx', keys: [{ id: '1' }] })).status).toBe(200)
  })

  it('is Parquet also with dates that Parquet lacks', async () => {
    await meta.test.run(`create table dated (id int primary key, a date, b timestamptz);
      insert into dated values (1, 'infinity', now()), (2, '0044-03-15 BC', null)`)
    const file = await download('dated', { format: 'parquet' })
    expect(file.status).toBe(200)
    expect(file.text).toContain('infinity')
  })

  it('is allowed to members who can only read', async () => {
    expect((await download('secret', { format: 'csv' }, rita)).status).toBe(200)
  })

  it.each([
    [{ filters: [{ column: 'id', operator: 'eq', value: 'x' }] }, 400, 'invalid_filter'],
    [{ columns: ['nope'] }, 400, 'unknown_column'],
    [{ format: 'xml' }, 400, 'invalid_request'],
    [{ keys: [{ nope: '1' }] }, 400, 'invalid_key'],
  ])('refuses %j before it starts', async (body, status, code) => {
    const answer = await download('many', { format: 'csv', ...body })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toMatchObject({ code })
  })

  it('breaks off if a row cannot be computed, so that it is not taken for complete', async () => {
    await expect(download('failing', { format: 'csv' })).rejects.toThrow(/premature|destroy|close/i)
  })

  it('leaves no connection behind', async () => {
    const open = `select count(*) from pg_stat_activity where application_name = 'stoa export'`
    await expect
      .poll(async () => (await meta.call('POST', '/query', query(open))).body.results[0].rows)
      .toEqual([['0']])
  })
})
