import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

beforeEach(() =>
  meta.test.run(`
    drop schema public cascade;
    create schema public;
    create table item (
      id int generated always as identity primary key,
      name varchar(5) unique,
      note text,
      doubled int generated always as (id * 2) stored
    );
    insert into item (name, note) values ('a', 'one'), ('b', null), ('c', '');
    create table node (id int primary key, parent int references node);
    insert into node values (1, null), (2, 1);
    create table late (id int primary key, item int references item deferrable initially deferred);
    create table stubborn (id int primary key);
    insert into stubborn values (1);
    create function keep() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep before delete on stubborn for each row execute function keep();
  `),
)

type Body = Record<string, unknown>

const change = async (table: string, changes: Body[], options: Body = {}) =>
  meta.call('POST', `/tables/${await meta.idOf(table)}/rows/changes`, { changes, ...options })
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const stored = () => rowsOf('select id, name, note from item order by id')
const versionOf = async (id: number) =>
  (await rowsOf(`select xmin from item where id = ${id}`))[0][0]

const START = [
  ['1', 'a', 'one'],
  ['2', 'b', null],
  ['3', 'c', ''],
]

describe('several changes of rows', () => {
  it('are saved in order, and return keys, versions and deleted cells', async () => {
    const { status, body } = await change('item', [
      { kind: 'delete', key: { id: '1' }, version: await versionOf(1) },
      { kind: 'insert', values: { name: 'a', note: null } },
      { kind: 'update', key: { id: '2' }, version: null, values: { note: 'two' } },
    ])
    expect(status).toBe(200)
    expect(body.columns).toEqual(['id', 'name', 'note', 'doubled'])
    expect(body.rows).toEqual([
      { key: null, version: null, values: {}, deleted: ['1', 'a', 'one', '2'], is_kept: false },
      {
        key: { id: '4' },
        version: expect.stringMatching(/^\d+$/),
        values: { name: 'a', note: null },
        deleted: null,
        is_kept: false,
      },
      {
        key: { id: '2' },
        version: await versionOf(2),
        values: { note: 'two' },
        deleted: null,
        is_kept: false,
      },
    ])
    expect(await stored()).toEqual([
      ['2', 'b', 'two'],
      ['3', 'c', ''],
      ['4', 'a', null],
    ])
  })

  it.each<[string, Body, Body]>([
    [
      'violates a constraint',
      { kind: 'insert', values: { name: 'b' } },
      { code: 'unique_violation', details: { change: 1, columns: ['name'] } },
    ],
    [
      'has an invalid value',
      { kind: 'update', key: { id: '2' }, version: null, values: { name: 'too long' } },
      { code: 'invalid_value', details: { change: 1, column: 'name' } },
    ],
    [
      'names a row that is gone',
      { kind: 'update', key: { id: '99' }, version: null, values: { name: 'x' } },
      { code: 'row_not_found', details: { change: 1 } },
    ],
    [
      'deletes a row that is gone',
      { kind: 'delete', key: { id: '99' }, version: null },
      { code: 'row_not_found', details: { change: 1 } },
    ],
    [
      'was made to another version',
      { kind: 'update', key: { id: '2' }, version: '1', values: { name: 'x' } },
      { code: 'row_changed', details: { change: 1, cells: ['2', 'b', null, '4'] } },
    ],
    [
      'deletes another version',
      { kind: 'delete', key: { id: '2' }, version: '1' },
      { code: 'row_changed', details: { change: 1, cells: ['2', 'b', null, '4'] } },
    ],
    [
      'expects another value',
      { kind: 'update', key: { id: '2' }, version: null, expected: { note: '' }, values: {} },
      { code: 'row_changed', details: { change: 1 } },
    ],
    [
      'sets a generated column',
      { kind: 'insert', values: { id: '9' } },
      { code: 'generated_always', details: { change: 1 } },
    ],
    [
      'names an unknown column',
      { kind: 'insert', values: { nope: '9' } },
      { code: 'unknown_column', details: { change: 1 } },
    ],
  ])('are all undone if one of them %s', async (_title, second, expected) => {
    const first = { kind: 'update', key: { id: '1' }, version: null, values: { note: 'changed' } }
    const { status, body } = await change('item', [first, second])
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject(expected)
    expect(await stored()).toEqual(START)
  })

  it('are saved if every expected value is still there, NULL and empty text included', async () => {
    const { status } = await change('item', [
      {
        kind: 'update',
        key: { id: '2' },
        version: null,
        expected: { note: null },
        values: { note: '' },
      },
      {
        kind: 'update',
        key: { id: '3' },
        version: null,
        expected: { note: '' },
        values: { note: null },
      },
    ])
    expect(status).toBe(200)
    expect((await stored()).map(([, , note]: unknown[]) => note)).toEqual(['one', '', null])
  })

  it('restore a deleted row with its identity', async () => {
    await change('item', [{ kind: 'delete', key: { id: '1' }, version: null }])
    const { status } = await change('item', [
      { kind: 'insert', values: { id: '1', name: 'a', note: 'one' }, restores: true },
    ])
    expect(status).toBe(200)
    expect(await stored()).toEqual(START)
  })

  it('delete rows that refer to each other together', async () => {
    const { status } = await change('node', [
      { kind: 'delete', key: { id: '1' }, version: null },
      { kind: 'delete', key: { id: '2' }, version: null },
    ])
    expect(status).toBe(200)
    expect(await rowsOf('select count(*) from node')).toEqual([['0']])
  })

  it('fail for a deferred constraint before anything is committed', async () => {
    const { status, body } = await change('late', [
      { kind: 'insert', values: { id: '1', item: '99' } },
    ])
    expect(status).toBe(409)
    expect(body.code).toBe('foreign_key_violation')
    expect(await rowsOf('select count(*) from late')).toEqual([['0']])
  })

  it('report a row that a trigger keeps', async () => {
    const { status, body } = await change('stubborn', [
      { kind: 'delete', key: { id: '1' }, version: null },
    ])
    expect(status).toBe(200)
    expect(body.rows).toMatchObject([{ deleted: null, is_kept: true }])
    expect(await rowsOf('select count(*) from stubborn')).toEqual([['1']])
  })

  it('are limited in number', async () => {
    const { status } = await change(
      'item',
      Array.from({ length: 1001 }, () => ({ kind: 'insert', values: {} })),
    )
    expect(status).toBe(400)
  })

  it('are printed as SQL by a dry run, which changes nothing', async () => {
    const { body } = await change(
      'item',
      [
        { kind: 'update', key: { id: '1' }, version: null, values: { name: "o'k", note: null } },
        { kind: 'insert', values: { note: String.raw`back\slash` } },
        { kind: 'insert', values: {} },
        { kind: 'insert', values: { id: '1' }, restores: true },
        { kind: 'delete', key: { id: '3' }, version: null },
      ],
      { dry_run: true },
    )
    expect(body.rows).toEqual([])
    expect(body.statements).toEqual([
      `update "public"."item" set "name" = 'o''k', "note" = null where "id" = '1'`,
      String.raw`insert into "public"."item" ("note") values ( E'back\\slash')`,
      `insert into "public"."item" default values`,
      `insert into "public"."item" ("id") overriding system value values ('1')`,
      `delete from "public"."item" where "id" = '3'`,
    ])
    expect(await stored()).toEqual(START)
  })

  it('refuse to print text that SQL cannot contain', async () => {
    const { status, body } = await change('item', [{ kind: 'insert', values: { note: 'a\0b' } }], {
      dry_run: true,
    })
    expect(status).toBe(400)
    expect(body.code).toBe('invalid_value')
  })
})

describe('changes with a token', () => {
  const insert = [{ kind: 'insert', values: { name: 'd' } }]
  const names = () => rowsOf(`select name from item where id > 3`)
  const outcome = async (token: string) =>
    (await meta.call('POST', '/saved-changes/outcome', { save_token: token })).body

  it('are saved once', async () => {
    const token = randomUUID()
    expect((await change('item', insert, { save_token: token })).status).toBe(200)
    expect((await change('item', insert, { save_token: token })).body).toMatchObject({
      code: 'changes_already_saved',
    })
    expect(await outcome(token)).toEqual({ saved: true })
    expect(await names()).toEqual([['d']])
  })

  it('are saved once if the request is sent twice at the same time', async () => {
    const token = randomUUID()
    const late = [{ kind: 'insert', values: {} }]
    const answers = await Promise.all([
      change('item', late, { save_token: token }),
      change('item', late, { save_token: token }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await names()).toHaveLength(1)
  })

  it('can be sent again after a failure, which records nothing', async () => {
    const token = randomUUID()
    const bad = [{ kind: 'insert', values: { name: 'too long' } }]
    expect((await change('item', bad, { save_token: token })).status).toBe(400)
    expect((await change('item', insert, { save_token: token })).status).toBe(200)
  })

  it('are refused once their outcome was asked for, because the browser sends them again', async () => {
    const token = randomUUID()
    expect(await outcome(token)).toEqual({ saved: false })
    expect((await change('item', insert, { save_token: token })).status).toBe(409)
    expect(await names()).toEqual([])
  })

  it('are saved by an impersonated role, which cannot record tokens itself', async () => {
    await meta.test.run(`grant usage on schema public to anon; grant all on item to anon`)
    const token = randomUUID()
    const options = { save_token: token, impersonate: { role: 'anon' } }
    expect((await change('item', insert, options)).status).toBe(200)
    expect((await change('item', insert, options)).status).toBe(409)
  })

  it('insert a single row once', async () => {
    const path = `/tables/${await meta.idOf('item')}/rows`
    const body = { values: { name: 'd' }, save_token: randomUUID() }
    expect((await meta.call('POST', path, body)).status).toBe(201)
    expect((await meta.call('POST', path, body)).status).toBe(409)
    expect(await names()).toEqual([['d']])
  })
})
