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
    create domain label as varchar(5);
    create table item (
      id int primary key,
      name label unique,
      note text default 'none',
      at timestamptz,
      flag boolean,
      price numeric not null default 0,
      token uuid,
      doubled int generated always as (id * 2) stored
    );
    insert into item (id, name, note, flag, price) values
      (1, 'a', 'One', true, 1.5), (2, 'b', 'TWO ', false, -2), (3, 'c', null, null, 3);
    create table keyless (n int, t text);
    insert into keyless select g, 't' from generate_series(1, 1500) g;
    create table old (id int primary key, new text);
    insert into old values (1, 'x');
    create table child (item int references item);
    insert into child values (3);
    create table many (id int primary key, t text);
    insert into many select g, 't' from generate_series(1, 1001) g;
    create function keep() returns trigger language plpgsql as $$ begin
      if old.id = 2 then return null; end if; return old; end $$;
  `),
)

type Body = Record<string, unknown>

const ALL = { kind: 'matching' }
const bulk = async (table: string, body: Body) =>
  meta.call('POST', `/tables/${await meta.idOf(table)}/rows/bulk-changes`, { rows: ALL, ...body })
const set = (column: string, to: unknown) => ({ kind: 'set', column, to })
const value = (text: string) => ({ kind: 'value', value: text })
const compute = (expression: string) => ({ kind: 'expression', expression })
const remove = { kind: 'delete' }
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const where = (column: string, operator: string, text: string) => ({
  kind: 'matching',
  filters: [{ column, operator, value: text }],
})

describe('a bulk change', () => {
  it('sets a column of the rows that match, and returns what an undo needs', async () => {
    const { status, body } = await bulk('item', {
      rows: where('id', 'lte', '2'),
      action: set('note', value("it's \\ ")),
      expected_count: 2,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      count: { value: 2, is_exact: true },
      statement: null,
      is_undoable: true,
      changes: [
        {
          before: { id: '1' },
          after: { id: '1' },
          from: { note: 'One' },
          to: { note: "it's \\ " },
        },
        {
          before: { id: '2' },
          after: { id: '2' },
          from: { note: 'TWO ' },
          to: { note: "it's \\ " },
        },
      ],
    })
    expect(await rowsOf('select note from item order by id')).toEqual([
      ["it's \\ "],
      ["it's \\ "],
      [null],
    ])
  })

  it('prints its statement and counts its rows without changing them', async () => {
    const before = await rowsOf('select * from item')
    const { body } = await bulk('item', {
      rows: where('note', 'eq', "O'ne\\"),
      action: set('name', value("x'")),
      dry_run: true,
    })
    expect(body).toEqual({
      count: { value: 0, is_exact: true },
      statement: `update "public"."item" set "name" = 'x''' where ("note" =  E'O''ne\\\\'::"pg_catalog"."text")`,
      is_undoable: true,
      changes: [],
    })
    expect(await rowsOf('select * from item')).toEqual(before)
  })

  it('runs the printed statement to the same result', async () => {
    const change = {
      rows: {
        kind: 'matching',
        match: 'any',
        filters: [
          { column: 'id', operator: 'in', value: '1,"2"' },
          { filters: [{ column: 'at', operator: 'during', value: 'last 7 days' }] },
        ],
      },
      action: set('note', value('\\n')),
    }
    const { body } = await bulk('item', { ...change, dry_run: true })
    await meta.test.run(body.statement)
    expect(await rowsOf('select id, note from item order by id')).toEqual([
      ['1', '\\n'],
      ['2', '\\n'],
      ['3', null],
    ])
  })

  it.each([
    ['note', { kind: 'null' }, [null, null, null]],
    ['note', { kind: 'default' }, ['none', 'none', 'none']],
    ['note', compute('lower'), ['one', 'two ', null]],
    ['note', compute('trim'), ['One', 'TWO', null]],
    ['name', compute('upper'), ['A', 'B', 'C']],
    ['flag', compute('not'), ['f', 't', null]],
    ['price', compute('negate'), ['-1.5', '2', '-3']],
  ])('sets %s to %o', async (column, to, expected) => {
    const { body } = await bulk('item', { action: set(column, to) })
    expect(body).toMatchObject({ count: { value: 3 } })
    expect((await rowsOf(`select ${column} from item order by id`)).flat()).toEqual(expected)
  })

  it('sets values that Postgres computes for each row', async () => {
    await bulk('item', { action: set('at', compute('now')) })
    await bulk('item', { action: set('token', compute('random_uuid')) })
    expect(await rowsOf('select count(distinct token), count(at) from item')).toEqual([['3', '3']])
  })

  it('changes rows with keys, also the keys themselves and in tables with confusing names', async () => {
    const { body } = await bulk('old', {
      rows: { kind: 'keys', keys: [{ id: '1' }] },
      action: set('id', value('5')),
    })
    expect(body.changes).toEqual([
      { before: { id: '1' }, after: { id: '5' }, from: { id: '1' }, to: { id: '5' } },
    ])
    const named = await bulk('old', { action: set('new', value('y')) })
    expect(named.body.changes).toMatchObject([{ from: { new: 'x' }, to: { new: 'y' } }])
  })

  it('deletes rows and returns their cells', async () => {
    const { body } = await bulk('item', { rows: where('id', 'lt', '2'), action: remove })
    expect(body.changes).toMatchObject([
      { before: { id: '1' }, after: null, from: { id: '1', note: 'One', doubled: '2' }, to: null },
    ])
    expect(await rowsOf('select id from item order by id')).toEqual([['2'], ['3']])
  })

  it.each(['keyless', 'many'])('changes every row of %s, without an undo', async (table) => {
    const { body } = await bulk(table, { action: set('t', value('u')) })
    expect(body).toMatchObject({ is_undoable: false, changes: [] })
    expect(await rowsOf(`select count(*) from ${table} where t = 'u'`)).toEqual([
      [String(body.count.value)],
    ])
  })

  it('changes nothing if other rows match than its preview has counted', async () => {
    const { status, body } = await bulk('keyless', { action: remove, expected_count: 1499 })
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 409,
      code: 'rows_counted_differently',
      details: { expected: 1499, actual: 1500 },
    })
    expect(await rowsOf('select count(*) from keyless')).toEqual([['1500']])
  })

  it('counts the rows that a trigger keeps as not deleted', async () => {
    await meta.test.run(
      'create trigger keep before delete on many for each row execute function keep()',
    )
    const keys = [{ id: '1' }, { id: '2' }]
    const { body } = await bulk('many', { rows: { kind: 'keys', keys }, action: remove })
    expect(body).toMatchObject({ count: { value: 1 }, changes: [{ before: { id: '1' } }] })
  })

  it.each([
    ['item', set('price', value('abc')), 400, 'invalid_value'],
    ['item', set('name', value('too long')), 400, 'invalid_value'],
    ['item', set('name', value('same')), 409, 'unique_violation'],
    ['item', set('price', { kind: 'null' }), 400, 'not_null_violation'],
    ['item', set('doubled', value('1')), 400, 'generated_always'],
    ['item', set('gone', value('1')), 400, 'unknown_column'],
    ['item', set('note', compute('now')), 400, 'expression_unavailable'],
    ['item', set('note', value('a\0b')), 400, 'invalid_value'],
    ['item', remove, 409, 'foreign_key_violation'],
  ])('is refused in %s: %o', async (table, action, status, code) => {
    const before = await rowsOf(`select * from ${table}`)
    expect(await bulk(table, { action })).toMatchObject({ status, body: { code } })
    expect(await rowsOf(`select * from ${table}`)).toEqual(before)
  })

  it('names a wrong value, filter or key in its preview too', async () => {
    const wrong = { action: set('price', value('abc')), dry_run: true }
    expect(await bulk('item', wrong)).toMatchObject({
      status: 400,
      body: { code: 'invalid_value' },
    })
    const filter = { rows: where('id', 'eq', 'x\0'), action: remove, dry_run: true }
    expect(await bulk('item', filter)).toMatchObject({ body: { code: 'invalid_filter' } })
    const key = { rows: { kind: 'keys', keys: [{ id: 'x' }] }, action: remove, dry_run: true }
    expect(await bulk('item', key)).toMatchObject({ body: { code: 'invalid_key' } })
  })

  it('is saved once', async () => {
    const change = { action: set('price', compute('negate')), save_token: randomUUID() }
    expect((await bulk('item', change)).status).toBe(200)
    expect(await bulk('item', change)).toMatchObject({ body: { code: 'changes_already_saved' } })
    expect(await rowsOf('select price from item where id = 1')).toEqual([['-1.5']])
  })

  it('runs as the impersonated role, whose policies decide', async () => {
    await meta.test.run(`
      grant usage on schema public to authenticated;
      grant select, update on item to authenticated;
      alter table item enable row level security;
      create policy one on item to authenticated using (id = 1);
    `)
    const impersonate = { kind: 'role', role: 'authenticated' }
    const { body } = await bulk('item', { action: set('note', value('mine')), impersonate })
    expect(body).toMatchObject({ count: { value: 1 } })
    expect(await rowsOf("select id from item where note = 'mine'")).toEqual([['1']])
  })

  it('is refused for tables of the platform', async () => {
    expect(await bulk('auth.users', { action: remove })).toMatchObject({
      status: 403,
      body: { code: 'schema_protected' },
    })
  })
})
