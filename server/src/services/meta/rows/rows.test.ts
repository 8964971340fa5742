import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleDatabase } from '../../../../test/sample-database/sample-database.ts'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(sampleDatabase())
  await meta.test.run(`
    create type mood as enum ('sad', 'ok', 'happy');
    create domain small as int check (value < 10);
    create table parent (id int primary key);
    insert into parent values (1), (2);
    create table item (
      id int primary key,
      name varchar(5),
      mood mood,
      parent int references parent,
      small small,
      code char(4) unique,
      data json,
      at timestamptz,
      doubled int generated always as (id * 2) stored,
      flag boolean,
      tags text[],
      positive int check (positive > 0),
      needed text not null default 'd'
    );
    create table venue (id int primary key);
    insert into venue values (1);
    create table booking (
      room int,
      day date,
      guest int references parent deferrable initially deferred,
      place int references venue
    );
    create unique index booking_once on booking (room, day);
    insert into booking values (1, '2026-01-01', null, 1);
    create table ordered (id serial primary key, n int, t text);
    insert into ordered (n, t)
      select nullif(g % 7, 3), nullif(chr(97 + g % 5), 'c') from generate_series(1, 300) g;
    create table keyless (n int, t text);
    insert into keyless select g % 3, 'r' || g from generate_series(1, 25) g;
    create view item_view as select id, name, needed from item;
    create table identity_always (id int generated always as identity primary key, t text);
    create table huge (id int primary key, t text, j jsonb);
    insert into huge values (1, repeat('ä', 10240), null), (2, repeat('😀', 10241), '[1]'),
      (3, repeat('x', 10241), null);
    create table vast (id int primary key, t text);
    insert into vast values (1, repeat('x', 60000000));
    create table "Täble "" 数" ("Spälte "" 列" text primary key, "عمود" int);
    create table parted (id int, at int, t text, primary key (id, at)) partition by list (at);
    create table parted_1 partition of parted for values in (1);
    create table parted_2 partition of parted for values in (2);
    create table stubborn (id int primary key, t text);
    insert into stubborn values (1, 'stays');
    create function keep() returns trigger language plpgsql as 'begin return null; end';
    create trigger keep before update on stubborn for each row execute function keep();
    create table touched (id int primary key, t text, version int default 0);
    insert into touched values (1, 'a');
    create function touch() returns trigger language plpgsql as $$ begin
      update touched set version = version + 1 where id = new.id; return null; end $$;
    create trigger touch after update of t on touched for each row execute function touch();
    create function writes() returns int language sql as $$ insert into parent values (99) returning id $$;
    create view sneaky as select writes() as id;
    analyze;
  `)
})
afterAll(() => meta.stop())

type Body = Record<string, unknown>

const at = async (name: string) => `/tables/${await meta.idOf(name)}/rows`
const list = async (name: string, body: Body = {}) =>
  meta.call('POST', `${await at(name)}/list`, body)
const insert = async (name: string, values: Body) => meta.call('POST', await at(name), { values })
const rowsOf = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const cellsOf = ({ body }: { body: { rows: { cells: unknown[] }[] } }) =>
  body.rows.map((row) => row.cells)

describe('a window of rows', () => {
  // Anyone who could read rows could try passwords against the verifiers in `pg_authid` at leisure.
  it('does not read Postgres’s catalog, which contains password verifiers', async () => {
    for (const name of ['pg_catalog.pg_authid', 'pg_catalog.pg_shadow', 'pg_catalog.pg_class']) {
      expect(await list(name)).toMatchObject({ status: 404, body: { code: 'table_not_found' } })
      const one = await meta.call('POST', `${await at(name)}/get`, { key: { oid: '10' } })
      expect(one).toMatchObject({ status: 404, body: { code: 'table_not_found' } })
    }
  })

  it('has cells as Postgres prints them, with versions', async () => {
    const { body } = await list('specimen', { limit: 1 })
    expect(body.columns).toEqual([
      'specimen_id',
      'label',
      'species_id',
      'bed_id',
      'origin',
      'height_mm',
      'height_m',
      'status',
      'tags',
      'planted_at',
    ])
    expect(body.rows[0].cells).toEqual([
      '1',
      "Alpine lantern 'Welcome to the Garden'",
      '1',
      '21',
      null,
      '6920',
      '6.920',
      'growing',
      '{}',
      '2006-09-17 09:24:00+00',
    ])
    expect(body.rows[0].version).toMatch(/^\d+$/)
    expect(body).toMatchObject({ truncated: [], count: null })
    expect(typeof body.cursor).toBe('string')
  })

  it('prints values of every type as the SQL editor does', async () => {
    await rowsOf(`create table printed as select 1 as id, true as b, 'ab '::char(5) as c, '\\x00ff'::bytea as y,
      row(null, null)::text as r, 1e300::float8 as f, '{}'::jsonb as j, interval '1 day' as i, '{t,f}'::bool[] as bs,
      null::text as n, ''::text as e`)
    const { body } = await list('printed')
    expect([body.rows[0].cells]).toEqual(await rowsOf('select * from printed'))
    expect(body.rows[0].cells.slice(1, 3)).toEqual(['t', 'ab   '])
  })

  it('truncates cells over 10,240 characters and lists them', async () => {
    const { body } = await list('huge')
    expect(body.truncated).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(body.rows[0].cells[1]).toBe('ä'.repeat(10_240))
    expect(body.rows[1].cells[1]).toBe('😀'.repeat(10_240))
    const whole = await meta.call('POST', `${await at('huge')}/get`, { key: { id: '2' } })
    expect(whole.body.cells).toEqual(['2', '😀'.repeat(10_241), '[1]'])
    const tooLarge = await meta.call('POST', `${await at('vast')}/get`, { key: { id: '1' } })
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'row_too_large' } })
  })

  it('pages by cursor even if the order’s own value is truncated', async () => {
    const seen: unknown[] = []
    let after: string | undefined
    for (let page = 0; page < 5; page += 1) {
      const { body } = await list('huge', {
        limit: 1,
        sorts: [{ column: 't', ascending: true }],
        after,
      })
      seen.push(...cellsOf({ body }).map(([id]) => id))
      after = body.cursor ?? undefined
      if (after === undefined) break
    }
    expect(seen).toEqual(['3', '1', '2'])
  })

  const orders = [true, false].flatMap((ascending) =>
    [true, false, undefined].flatMap((nulls_first) => [
      [{ column: 'n', ascending, nulls_first }],
      [
        { column: 'n', ascending, nulls_first },
        { column: 't', ascending: !ascending, nulls_first },
      ],
      [
        { column: 't', ascending, nulls_first },
        { column: 'id', ascending: false },
      ],
    ]),
  )
  it.each([[[]], ...orders.map((sorts) => [sorts])])(
    'pages over ties and NULLs as offsets do: %j',
    async (sorts) => {
      const { body: whole } = await list('ordered', { sorts, limit: 1000 })
      expect(whole.rows).toHaveLength(300)
      const paged: unknown[] = []
      let after: string | undefined
      do {
        const { body } = await list('ordered', { sorts, limit: 61, after })
        paged.push(...body.rows)
        after = body.cursor ?? undefined
      } while (after !== undefined)
      expect(paged).toEqual(whole.rows)
      const { body: middle } = await list('ordered', { sorts, limit: 10, offset: 111 })
      expect(middle.rows).toEqual(whole.rows.slice(111, 121))
    },
  )

  it('combines cursors with filters', async () => {
    const filters = [{ column: 'bed_id', operator: 'eq', value: '1' }]
    const sorts = [{ column: 'label', ascending: false }]
    const first = await list('specimen', { filters, sorts, limit: 500 })
    const second = await list('specimen', { filters, sorts, limit: 1000, after: first.body.cursor })
    expect(first.body.rows.length + second.body.rows.length).toBe(1130)
    expect(second.body.cursor).toBeNull()
  })

  it('pages a table without a key', async () => {
    const first = await list('keyless', { limit: 20 })
    const second = await list('keyless', { limit: 20, after: first.body.cursor })
    const all = [...cellsOf(first), ...cellsOf(second)].map(([, t]) => t)
    expect(all).toEqual(Array.from({ length: 25 }, (_, index) => `r${index + 1}`))
    expect(second.body.cursor).toBeNull()
  })

  it('pages a filtered table without a key', async () => {
    const filters = [{ column: 'n', operator: 'eq', value: '1' }]
    const first = await list('keyless', { filters, limit: 5 })
    const second = await list('keyless', { filters, limit: 5, after: first.body.cursor })
    const all = [...cellsOf(first), ...cellsOf(second)].map(([, t]) => t)
    expect(all).toEqual(['r1', 'r4', 'r7', 'r10', 'r13', 'r16', 'r19', 'r22', 'r25'])
    expect(second.body.cursor).toBeNull()
  })

  it('starts a table without a key at an offset', async () => {
    const { body } = await list('keyless', { offset: 23, limit: 5 })
    expect(cellsOf({ body }).map(([, t]) => t)).toEqual(['r24', 'r25'])
  })

  it('of a view has no versions', async () => {
    await insert('item', { id: '900' })
    expect((await list('item_view')).body.rows[0]).toMatchObject({ version: null })
  })

  it.each([
    ['nonsense', 'AAAA'],
    [
      'another order',
      Buffer.from(JSON.stringify({ order: '[]', offset: 1, values: null })).toString('base64url'),
    ],
    [
      'values of another type',
      Buffer.from(
        JSON.stringify({ order: '[["id",true,false]]', offset: 1, values: ['x'] }),
      ).toString('base64url'),
    ],
  ])('refuses a cursor of %s', async (_name, after) => {
    expect(await list('ordered', { after })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })

  it('cannot write, even through a view that tries', async () => {
    expect(await list('sneaky')).toMatchObject({ status: 403, body: { code: 'read_only' } })
    expect(await rowsOf('select count(*) from parent')).toEqual([['2']])
  })
})

describe('filters', () => {
  beforeAll(async () => {
    await meta.test.run(`insert into item (id, name, mood, code, at, flag, tags) values
      (1, 'a', 'sad', 'x', '2024-01-01', true, '{a,b}'), (2, 'A,b', 'ok', 'y', '2024-06-01', false, '{}'),
      (3, 'c"d', 'happy', 'z', null, null, null), (4, ' e', null, null, null, true, null)`)
  })

  it.each([
    ['eq', 'name', 'a', ['1']],
    ['neq', 'name', 'a', ['2', '3', '4']],
    ['gt', 'mood', 'sad', ['2', '3']],
    ['gte', 'at', '2024-06-01', ['2']],
    ['lt', 'id', '3', ['1', '2']],
    ['lte', 'id', '3', ['1', '2', '3']],
    ['like', 'name', '_', ['1']],
    ['like', 'id', '%3', ['3']],
    ['ilike', 'name', 'a%', ['1', '2']],
    ['ilike', 'mood', 'HAP%', ['3']],
    ['in', 'name', 'a,"A,b","c""d"', ['1', '2', '3']],
    ['in', 'name', '"c\\"d", " e"', ['3', '4']],
    ['in', 'id', ' 1 , 4', ['1', '4']],
    ['in', 'id', '', []],
    ['in', 'mood', 'sad,ok', ['1', '2']],
    ['is', 'mood', 'null', ['4']],
    ['is', 'mood', 'NOT NULL', ['1', '2', '3']],
    ['is', 'flag', 'true', ['1', '4']],
    ['is', 'flag', 'false', ['2']],
    ['eq', 'tags', '{a,b}', ['1']],
    ['eq', 'code', 'x', ['1']],
    ['eq', 'name', 'abcdefgh', []],
    ['eq', 'name', "' or true --", []],
  ])('%s on %s with %j', async (operator, column, value, ids) => {
    const answer = await list('item', {
      filters: [
        { column, operator, value },
        { column: 'id', operator: 'lt', value: '100' },
      ],
      count: 'exact',
    })
    expect(answer.status).toBe(200)
    expect(cellsOf(answer).map(([id]) => id)).toEqual(ids)
    expect(answer.body.count).toEqual({ value: ids.length, is_exact: true })
  })

  it.each([
    ['eq', 'id', 'abc', 'invalid_filter'],
    ['eq', 'id', '99999999999', 'invalid_filter'],
    ['in', 'id', '1,x', 'invalid_filter'],
    ['in', 'name', '"a', 'invalid_filter'],
    ['in', 'name', '"a"b', 'invalid_filter'],
    ['eq', 'mood', 'nothing', 'invalid_filter'],
    ['eq', 'small', '50', 'invalid_filter'],
    ['eq', 'data', '{}', 'invalid_filter'],
    ['is', 'name', 'true', 'invalid_filter'],
    ['is', 'name', 'maybe', 'invalid_filter'],
    ['eq', 'name', 'a\u0000', 'invalid_filter'],
    ['like', 'name', 'a\\', 'invalid_filter'],
    ['eq', 'nothing', '1', 'unknown_column'],
  ])('%s on %s with %j is refused and names the column', async (operator, column, value, code) => {
    const answer = await list('item', {
      filters: [
        { column: 'id', operator: 'gt', value: '0' },
        { column, operator, value },
      ],
    })
    expect(answer).toMatchObject({ status: 400, body: { code, details: { column } } })
  })

  it('refuses to sort by a type without an order', async () => {
    expect(await list('item', { sorts: [{ column: 'data', ascending: true }] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_sort', details: { column: 'data' } },
    })
  })
})

describe('counts', () => {
  it('are exact when requested, or when counting is cheap', async () => {
    for (const count of ['exact', 'estimated'])
      expect((await list('specimen', { limit: 1, count })).body.count).toEqual({
        value: 3217,
        is_exact: true,
      })
  })

  it('are the planner’s for a large table, filters included', async () => {
    await meta.test.run(
      `create table big as select g as n, repeat('x', 200) as pad from generate_series(1, 160000) g; analyze big`,
    )
    const { body } = await list('big', {
      limit: 1,
      count: 'estimated',
      filters: [{ column: 'n', operator: 'lte', value: '80000' }],
    })
    expect(body.count.is_exact).toBe(false)
    expect(body.count.value).toBeGreaterThan(60_000)
    expect(body.count.value).toBeLessThan(100_000)
  })

  it('fall back to the estimate when counting takes too long', async () => {
    await meta.test.run(
      'create view slow as select g, pg_sleep(0.01)::text as s from generate_series(1, 1000) g',
    )
    const { body, status } = await list('slow', {
      limit: 1,
      count: 'exact',
      filters: [{ column: 's', operator: 'is', value: 'not null' }],
    })
    expect(status).toBe(200)
    expect(body.count.is_exact).toBe(false)
  })
})

describe('inserting', () => {
  it('returns the row as stored, including defaults and generated values', async () => {
    const { status, body } = await insert('item', { id: '10', name: null, tags: '{x,"y z"}' })
    expect(status).toBe(201)
    expect(body.cells).toEqual([
      '10',
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      '20',
      null,
      '{x,"y z"}',
      null,
      'd',
    ])
    expect(body.version).toMatch(/^\d+$/)
    expect((await insert('identity_always', {})).body.cells).toEqual(['1', null])
    expect((await insert('keyless', { n: '1' })).body.cells).toEqual(['1', null])
    expect((await insert('item_view', { id: '11', name: 'v' })).body).toEqual({
      version: null,
      cells: ['11', 'v', 'd'],
    })
    expect((await insert('parted', { id: '1', at: '2' })).body).toMatchObject({
      cells: ['1', '2', null],
      version: expect.any(String),
    })
  })

  it('accepts names in every script', async () => {
    const name = '"Täble "" 数"'
    const { body } = await insert(name, { 'Spälte " 列': 'شعر', عمود: '1' })
    expect(body.cells).toEqual(['شعر', '1'])
    const answer = await list(name, {
      filters: [{ column: 'عمود', operator: 'eq', value: '1' }],
      sorts: [{ column: 'Spälte " 列', ascending: false }],
    })
    expect(cellsOf(answer)).toEqual([['شعر', '1']])
    const changed = await meta.call('PATCH', await at(name), {
      key: { 'Spälte " 列': 'شعر' },
      version: body.version,
      values: { عمود: '2' },
    })
    expect(changed.body.cells).toEqual(['شعر', '2'])
  })

  const refusals: [string, Body, number, string, Body][] = [
    [
      'a key that is taken',
      { id: '10' },
      409,
      'unique_violation',
      { constraint: 'item_pkey', sqlstate: '23505', column: 'id', columns: ['id'] },
    ],
    [
      'a parent that is not there',
      { id: '20', parent: '9' },
      409,
      'foreign_key_violation',
      { constraint: 'item_parent_fkey', column: 'parent', columns: ['parent'], table: 'item' },
    ],
    [
      'NULL where there may be none',
      { id: '20', needed: null },
      400,
      'not_null_violation',
      { column: 'needed' },
    ],
    [
      'a value its check forbids',
      { id: '20', positive: '-1' },
      400,
      'check_violation',
      { constraint: 'item_positive_check', column: 'positive', columns: ['positive'] },
    ],
    [
      'a value its domain forbids',
      { id: '20', small: '50' },
      400,
      'check_violation',
      { column: 'small' },
    ],
    [
      'text that is no number',
      { id: 'abc' },
      400,
      'invalid_value',
      { column: 'id', sqlstate: '22P02' },
    ],
    [
      'a number too large',
      { id: '99999999999' },
      400,
      'invalid_value',
      { column: 'id', sqlstate: '22003' },
    ],
    [
      'text too long',
      { id: '20', name: 'abcdef' },
      400,
      'invalid_value',
      { column: 'name', sqlstate: '22001' },
    ],
    ['no member of an enum', { id: '20', mood: 'x' }, 400, 'invalid_value', { column: 'mood' }],
    ['a date that is none', { id: '20', at: '2024-02-30' }, 400, 'invalid_value', { column: 'at' }],
    ['JSON that is none', { id: '20', data: '{' }, 400, 'invalid_value', { column: 'data' }],
    [
      'half a character',
      { id: '20', needed: 'a\ud800' },
      400,
      'invalid_value',
      { column: 'needed' },
    ],
    ['NUL', { id: '20', needed: 'a\u0000' }, 400, 'invalid_value', { column: 'needed' }],
    [
      'a generated column',
      { id: '20', doubled: '1' },
      400,
      'generated_always',
      { column: 'doubled' },
    ],
    [
      'a column that is not there',
      { id: '20', nothing: '1' },
      400,
      'unknown_column',
      { column: 'nothing' },
    ],
  ]
  it.each(refusals)('refuses %s', async (_name, values, status, code, details) => {
    expect(await insert('item', values)).toMatchObject({ status, body: { code, details } })
    expect(await rowsOf('select count(*) from item where id = 20')).toEqual([['0']])
  })

  const sentences: [string, string, Body, string][] = [
    [
      'a taken value',
      'item',
      { id: '10' },
      'id must be unique in public.item. Key (id)=(10) already exists.',
    ],
    [
      'a missing row',
      'item',
      { id: '20', parent: '9' },
      'parent of public.item refers to public.parent. Key (parent)=(9) is not present in table "parent".',
    ],
    [
      'a forbidden value',
      'item',
      { id: '20', positive: '-1' },
      'positive = -1 violates the check constraint "item_positive_check" of public.item: CHECK ((positive > 0)).',
    ],
    [
      'a missing value',
      'item',
      { id: '20', needed: null },
      'needed of public.item cannot be NULL.',
    ],
    [
      'a taken combination under a unique index',
      'booking',
      { room: '1', day: '2026-01-01' },
      'room and day must be unique in public.booking. Key (room, day)=(1, 2026-01-01) already exists.',
    ],
    [
      'a missing row of a constraint that is checked at commit',
      'booking',
      { room: '2', guest: '9' },
      'guest of public.booking refers to public.parent. Key (guest)=(9) is not present in table "parent".',
    ],
  ]
  it.each(sentences)(
    'names column, value and table of %s',
    async (_name, table, values, message) => {
      expect((await insert(table, values)).body.message).toBe(message)
    },
  )

  it('names the row that is still referenced', async () => {
    const id = await meta.idOf('venue')
    expect(
      await meta.call('POST', `/tables/${id}/rows/delete`, { keys: [{ id: '1' }] }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'foreign_key_violation',
        message:
          'place of public.booking refers to public.venue. Key (id)=(1) is still referenced from table "booking".',
        details: { columns: ['place'], table: 'booking' },
      },
    })
  })

  it('refuses a value for an identity that is always generated, and rows for relations that accept none', async () => {
    expect(await insert('identity_always', { id: '5' })).toMatchObject({
      status: 400,
      body: { code: 'generated_always' },
    })
    expect((await insert('sneaky', { id: '1' })).status).toBe(409)
    expect((await insert('pg_catalog.pg_class', { relname: 'x' })).status).toBe(404)
  })
})

describe('two editors on one row', () => {
  it('the second gets the first one’s row and can continue from there', async () => {
    const path = await at('item')
    const { body: read } = await meta.call('POST', `${path}/get`, { key: { id: '1' } })
    const change = (version: string, values: Body) =>
      meta.call('PATCH', path, { key: { id: '1' }, version, values })
    const first = await change(read.version, { name: 'first' })
    expect(first.status).toBe(200)
    const second = await change(read.version, { name: 'secnd' })
    expect(second).toMatchObject({ status: 409, body: { code: 'row_changed' } })
    expect(second.body.details).toEqual({ columns: read.columns, ...first.body })
    expect((await change(second.body.details.version, { name: 'secnd' })).body.cells[1]).toBe(
      'secnd',
    )
  })

  it('at the same moment: exactly one wins', async () => {
    const path = await at('item')
    const { body: read } = await meta.call('POST', `${path}/get`, { key: { id: '1' } })
    const answers = await Promise.all(
      ['w0', 'w1', 'w2', 'w3'].map((name) =>
        meta.call('PATCH', path, { key: { id: '1' }, version: read.version, values: { name } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  })
})

describe('changing a row', () => {
  const patch = async (name: string, body: Body) =>
    meta.call('PATCH', await at(name), { version: null, ...body })

  it('may change its key', async () => {
    const { body } = await patch('item', { key: { id: '2' }, values: { id: '200', flag: null } })
    expect(body.cells[0]).toBe('200')
    expect(body.cells[8]).toBe('400')
  })

  it('moves it between partitions', async () => {
    const { body } = await patch('parted', {
      key: { at: '2', id: '1' },
      values: { at: '1', t: 'moved' },
    })
    expect(body).toMatchObject({ cells: ['1', '1', 'moved'], version: expect.any(String) })
  })

  it('returns the row as the triggers on it have changed it', async () => {
    const { body } = await patch('touched', { key: { id: '1' }, values: { t: 'b' } })
    expect(body.cells).toEqual(['1', 'b', '1'])
    const again = await patch('touched', {
      key: { id: '1' },
      version: body.version,
      values: { t: 'c' },
    })
    expect(again.body.cells).toEqual(['1', 'c', '2'])
  })

  it('without values returns the row as it is', async () => {
    expect((await patch('touched', { key: { id: '1' }, values: {} })).body.cells[1]).toBe('c')
  })

  const refusals: [string, string, Body, number, string][] = [
    [
      'a row that is gone',
      'item',
      { key: { id: '12345' }, values: { name: 'x' } },
      404,
      'row_not_found',
    ],
    ['a key without its column', 'item', { key: {}, values: {} }, 400, 'invalid_key'],
    [
      'a key with one column more',
      'item',
      { key: { id: '1', name: 'a' }, values: {} },
      400,
      'invalid_key',
    ],
    ['a key of NULL', 'item', { key: { id: null }, values: {} }, 400, 'invalid_key'],
    ['half of a composite key', 'parted', { key: { id: '1' }, values: {} }, 400, 'invalid_key'],
    ['a key of another type', 'item', { key: { id: 'x' }, values: {} }, 400, 'invalid_key'],
    ['a table without a key', 'keyless', { key: { n: '1' }, values: {} }, 400, 'no_primary_key'],
    ['a view', 'item_view', { key: { id: '1' }, values: {} }, 400, 'no_primary_key'],
    [
      'what a trigger suppresses',
      'stubborn',
      { key: { id: '1' }, values: { t: 'goes' } },
      409,
      'write_suppressed',
    ],
    [
      'a key that is taken',
      'item',
      { key: { id: '3' }, values: { id: '4' } },
      409,
      'unique_violation',
    ],
    [
      'NULL where there may be none',
      'item',
      { key: { id: '3' }, values: { needed: null } },
      400,
      'not_null_violation',
    ],
    [
      'a generated column',
      'item',
      { key: { id: '3' }, values: { doubled: '4' } },
      400,
      'generated_always',
    ],
  ]
  it.each(refusals)('refuses %s', async (_name, table, body, status, code) => {
    expect(await patch(table, body)).toMatchObject({ status, body: { code } })
  })

  it('gives up on a row that another transaction is changing', async () => {
    const client = await meta.test.database.connect('postgres', 'test')
    await client.query("begin; update item set name = 'held' where id = 3")
    expect(await patch('item', { key: { id: '3' }, values: { name: 'x' } })).toMatchObject({
      status: 409,
      body: { code: 'lock_timeout' },
    })
    await client.end()
  })
})

describe('deleting rows', () => {
  const remove = async (name: string, keys: Body[]) =>
    meta.call('POST', `${await at(name)}/delete`, { keys })

  it('deletes many, also by composite keys', async () => {
    await rowsOf("insert into parted select n, 1 + n % 2, 'd' from generate_series(100, 1099) n")
    const keys = Array.from({ length: 1000 }, (_, n) => ({
      id: String(100 + n),
      at: String(1 + (n % 2)),
    }))
    expect(await remove('parted', keys)).toMatchObject({ status: 200, body: { deleted: 1000 } })
    expect(await rowsOf("select count(*) from parted where t = 'd'")).toEqual([['0']])
  })

  it('counts a duplicate key once', async () => {
    await insert('parent', { id: '50' })
    expect((await remove('parent', [{ id: '50' }, { id: '050' }])).body).toEqual({ deleted: 1 })
  })

  it('deletes all or none', async () => {
    await rowsOf('update item set parent = 1 where id = 3')
    const referenced = await remove('parent', [{ id: '2' }, { id: '1' }])
    expect(referenced).toMatchObject({ status: 409, body: { code: 'foreign_key_violation' } })
    const gone = await remove('parent', [{ id: '2' }, { id: '77' }, { id: '78' }])
    expect(gone).toMatchObject({
      status: 404,
      body: { code: 'row_not_found', details: { missing: [1, 2] } },
    })
    expect(await rowsOf('select id from parent order by id')).toEqual([['1'], ['2']])
  })

  it('refuses keys that match no row', async () => {
    expect(await remove('keyless', [{ n: '1' }])).toMatchObject({
      status: 400,
      body: { code: 'no_primary_key' },
    })
    expect(await remove('parent', [{ id: 'x' }])).toMatchObject({
      status: 400,
      body: { code: 'invalid_key' },
    })
  })
})

it.each([
  ['PT403', 'database_error'],
  ['XX000', 'database_error'],
  ['HV000', 'foreign_data_error'],
])('shows the message of a trigger that raises %s', async (sqlstate, code) => {
  await meta.test.run(`
    create table if not exists picky (id int primary key, state text);
    create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'Not today' using errcode = new.state; end $$;
    create or replace trigger refuse before insert on picky for each row execute function refuse();
  `)
  expect(await insert('picky', { id: '1', state: sqlstate })).toMatchObject({
    status: 400,
    body: { code, message: 'Not today', details: { sqlstate } },
  })
})

describe('a table that others inherit from', () => {
  it('neither changes nor deletes several rows with the same key', async () => {
    await meta.test.run(`
      create table ancestor (id int primary key, t text);
      create table heir (primary key (id)) inherits (ancestor);
      insert into ancestor values (1, 'ancestor'), (2, 'ancestor');
      insert into heir values (1, 'heir'), (3, 'heir');
    `)
    const ambiguous = { status: 409, body: { code: 'key_not_unique' } }
    const rows = await at('ancestor')
    const patch = (id: string) =>
      meta.call('PATCH', rows, { key: { id }, version: null, values: { t: 'changed' } })
    const keys = [{ id: '2' }, { id: '1' }]
    expect(await patch('1')).toMatchObject(ambiguous)
    expect(await meta.call('POST', `${rows}/delete`, { keys })).toMatchObject(ambiguous)
    expect(await meta.call('POST', `${rows}/get`, { key: { id: '1' } })).toMatchObject(ambiguous)
    expect((await patch('3')).status).toBe(200)
    const added = await insert('ancestor', { id: '3', t: 'new' })
    expect(added).toMatchObject({ status: 201, body: { cells: ['3', 'new'] } })
    expect(await rowsOf('select * from ancestor order by id, t')).toEqual([
      ['1', 'ancestor'],
      ['1', 'heir'],
      ['2', 'ancestor'],
      ['3', 'changed'],
      ['3', 'new'],
    ])
  })

  it('is listed page by page with every row', async () => {
    const { body: first } = await list('ancestor', { limit: 1 })
    const { body: second } = await list('ancestor', { limit: 4, after: first.cursor })
    expect([...first.rows, ...second.rows]).toHaveLength(5)
  })
})

describe('a table of the platform', () => {
  it('can be read but not changed', async () => {
    await meta.test.run(
      `insert into auth.users (id, email) values
         ('00000000-0000-4000-8000-000000000001', 'ada@example.com')`,
    )
    const key = { id: '00000000-0000-4000-8000-000000000001' }
    expect(await list('auth.users')).toMatchObject({ status: 200 })
    const rows = await at('auth.users')
    for (const answer of [
      await insert('auth.users', { ...key, email: 'bob@example.com' }),
      await meta.call('PATCH', rows, { key, version: null, values: { email: 'x@example.com' } }),
      await meta.call('POST', `${rows}/delete`, { keys: [key] }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'schema_protected', hint: expect.stringContaining('SQL editor') },
      })
    expect(await rowsOf('select email from auth.users')).toEqual([['ada@example.com']])
  })
})
