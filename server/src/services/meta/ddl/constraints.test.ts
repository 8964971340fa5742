import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

const ODD = 'Täble "q".🐘'
const LONGEST = 'x'.repeat(63)

let meta: MetaApp
let orders: number
let odd: number

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema shop;
    create table shop.customers (id bigint primary key, email text, region text,
      unique (id, region));
    create table orders (id bigint, customer bigint, region text, price numeric, code text,
      during tstzrange);
    insert into shop.customers values (1, 'a@example.com', 'eu');
    insert into orders values
      (1, 1, 'eu', 5, 'a', '[2026-01-01,2026-01-03)'),
      (2, 7, 'eu', -1, 'a', '[2026-01-02,2026-01-04)'),
      (2, null, null, -2, 'b', null);
    create table "${ODD.replaceAll('"', '""')}" ("${LONGEST}" int, "a""b" int);
    grant all on all tables in schema public to postgres;
  `)
  orders = await meta.idOf('orders')
  const { body } = await meta.call('GET', '/tables?schema=public')
  odd = body.find(({ name }: { name: string }) => name === ODD).id
})
afterAll(() => meta.stop())

const add = (constraint: object, id = orders) =>
  meta.call('POST', `/tables/${id}/constraints`, constraint)
const preview = (change: object) => meta.call('POST', '/definition-previews', change)
const constraintsOf = async (id = orders) =>
  (await meta.call('GET', `/tables/${id}`)).body.constraints
const named = async (name: string, id = orders) =>
  (await constraintsOf(id)).find((each: { name: string }) => each.name === name)
const run = (sql: string) => meta.call('POST', '/query', query(sql))

const customer = {
  kind: 'foreign_key',
  name: 'of customer',
  columns: ['customer'],
  target_schema: 'shop',
  target_table: 'customers',
  target_columns: ['id'],
}

describe('a constraint that existing rows break', () => {
  it.each([
    [
      { kind: 'primary_key', columns: ['id'] },
      { columns: ['id', 'rows'], rows: [['2', '2']], has_more: false },
    ],
    [
      { kind: 'primary_key', columns: ['id', 'customer'] },
      { columns: ['ctid', 'id', 'customer'], rows: [['(0,3)', '2', null]] },
    ],
    [
      { kind: 'unique', columns: ['code'] },
      { columns: ['code', 'rows'], rows: [['a', '2']] },
    ],
    [
      { kind: 'check', expression: 'price > 0' },
      {
        columns: ['ctid', 'price'],
        rows: [
          ['(0,2)', '-1'],
          ['(0,3)', '-2'],
        ],
      },
    ],
    [customer, { columns: ['ctid', 'customer'], rows: [['(0,2)', '7']] }],
    [
      {
        ...customer,
        columns: ['customer', 'region'],
        target_columns: ['id', 'region'],
        match: 'full',
      },
      { columns: ['ctid', 'customer', 'region'], rows: [['(0,2)', '7', 'eu']] },
    ],
    [
      {
        kind: 'exclusion',
        method: 'gist',
        elements: [{ part: { kind: 'column', name: 'during' }, operator: '&&' }],
      },
      { columns: ['during', 'other during'] },
    ],
  ])('%j is refused with these rows and a query that finds all', async (constraint, broken) => {
    const before = await constraintsOf()
    const { status, body } = await add(constraint)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'rows_break_constraint' })
    expect(body.details).toMatchObject(broken)
    const found = await run(body.details.sql)
    expect(found.body.results[0].rows).toHaveLength(body.details.rows.length)
    expect(await constraintsOf()).toEqual(before)
    // The same rows are found before anything is tried.
    const check = await meta.call('POST', '/constraint-checks', { table_id: orders, constraint })
    expect(check.body.broken).toEqual(body.details)
  })

  it('is said to be fine by the check if no row breaks it', async () => {
    const constraint = { kind: 'check', expression: 'price > -10' }
    const check = await meta.call('POST', '/constraint-checks', { table_id: orders, constraint })
    expect(check).toEqual({ status: 200, body: { broken: null } })
  })

  it('names at most five rows', async () => {
    await meta.test.run('create table many as select n from generate_series(1, 20) n')
    const { body } = await add({ kind: 'check', expression: 'n < 0' }, await meta.idOf('many'))
    expect(body.details.rows).toHaveLength(5)
    expect(body.details.has_more).toBe(true)
    expect(body.message).toMatch(/and more\.$/)
  })
})

describe('adding, validating, renaming and dropping', () => {
  it('adds a check and a foreign key for new rows, which are validated later', async () => {
    expect((await add({ ...customer, is_validated: false })).status).toBe(201)
    const stored = await named('of customer')
    expect(stored).toMatchObject({ kind: 'foreign_key', is_validated: false })
    expect((await run('insert into orders (customer) values (99)')).body.code).toBe('query_failed')

    const path = `/tables/${orders}/constraints/${stored.id}`
    const refused = await meta.call('POST', `${path}/validate`)
    expect(refused.body).toMatchObject({
      code: 'rows_break_constraint',
      details: { rows: [['(0,2)', '7']] },
    })
    await run('update orders set customer = 1 where customer = 7')
    expect((await meta.call('POST', `${path}/validate`)).status).toBe(200)
    expect(await named('of customer')).toMatchObject({ is_validated: true })

    expect((await meta.call('PATCH', path, { name: 'buyer "x"' })).status).toBe(200)
    expect(await named('buyer "x"')).toMatchObject({ id: stored.id })
    expect((await meta.call('DELETE', path)).status).toBe(200)
    expect(await named('buyer "x"')).toBeUndefined()
    expect((await meta.call('DELETE', path)).body.code).toBe('constraint_not_found')
  })

  it('takes names with quotes, dots, emoji and 63 bytes', async () => {
    const key = await add(
      { kind: 'primary_key', name: `${ODD} key`, columns: [LONGEST, 'a"b'] },
      odd,
    )
    expect(key.status).toBe(201)
    expect(key.body.primary_key).toEqual([LONGEST, 'a"b'])
    const unique = await add({ kind: 'unique', name: LONGEST, columns: ['a"b'] }, odd)
    expect(unique.status).toBe(201)
    const self = {
      kind: 'foreign_key',
      columns: ['a"b'],
      target_schema: 'public',
      target_table: ODD,
      target_columns: ['a"b'],
      deferral: 'initially_deferred',
    }
    expect((await add(self, odd)).status).toBe(201)
    const { id } = await named(LONGEST, odd)
    expect((await meta.call('DELETE', `/tables/${odd}/constraints/${id}`)).body.code).toBe(
      'dependent_objects',
    )
    const dropped = await meta.call('DELETE', `/tables/${odd}/constraints/${id}?cascade=true`)
    expect(dropped.body.foreign_keys).toEqual([])
  })

  it('previews statements, their effect on rows and the number of rows, without changing any', async () => {
    const { body } = await preview({
      kind: 'add_constraint',
      id: orders,
      constraint: { kind: 'unique', columns: ['price'] },
    })
    expect(body).toMatchObject({
      statements: ['alter table "public"."orders" add unique ("price")'],
      effects: ['index'],
    })
    expect(typeof body.estimated_rows).toBe('number')
    const later = { kind: 'check', expression: 'price > 0', is_validated: false }
    const unchecked = await preview({ kind: 'add_constraint', id: orders, constraint: later })
    expect(unchecked.body.effects).toEqual([])
    expect(await constraintsOf()).toEqual([])
  })

  it('records each change as a migration', async () => {
    await add({ kind: 'check', name: 'cheap', expression: 'price < 1000' })
    const { body } = await run(
      'select statements from supabase_migrations.schema_migrations order by version desc limit 1',
    )
    expect(JSON.stringify(body.results[0].rows)).toContain('check (price < 1000)')
  })

  const shop = { ...customer, name: null }
  it.each([
    [
      'a key to a text column from a number',
      { ...shop, target_columns: ['email'] },
      'foreign_key_types',
    ],
    [
      'a key to columns that are not unique',
      { ...shop, columns: ['code'], target_columns: ['email'] },
      'foreign_key_target',
    ],
    ['sides of different length', { ...shop, columns: ['id', 'customer'] }, 'invalid_foreign_key'],
  ])('says in the preview what is wrong with %s', async (_what, constraint, code) => {
    const { status, body } = await preview({ kind: 'add_constraint', id: orders, constraint })
    expect({ status, code: body.code }).toEqual({ status: 400, code })
  })

  it.each([
    ['a column that is not there', { kind: 'unique', columns: ['nothing'] }, 'undefined_column'],
    ['a table that is not there', { ...shop, target_table: 'nothing' }, 'undefined_table'],
    [
      'a second statement',
      { kind: 'check', expression: 'true); drop table orders; --' },
      'invalid_expression',
    ],
    [
      'a name that is too long',
      { kind: 'unique', name: 'ä'.repeat(40), columns: ['id'] },
      'invalid_name',
    ],
    ['a check that is no condition', { kind: 'check', expression: '1 + 1' }, 'datatype_mismatch'],
  ])('refuses %s', async (_what, constraint, code) => {
    const { status, body } = await add(constraint)
    expect(body.code).toBe(code)
    expect(status).toBeLessThan(500)
  })

  it('refuses tables of the platform', async () => {
    const users = await meta.idOf('auth.users')
    expect((await add({ kind: 'check', expression: 'true' }, users)).body.code).toBe(
      'schema_protected',
    )
    const check = { table_id: users, constraint: { kind: 'check', expression: 'true' } }
    expect((await meta.call('POST', '/constraint-checks', check)).body.code).toBe(
      'schema_protected',
    )
  })
})
