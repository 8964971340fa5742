import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
let id: number

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table items (id bigint, "odd ""🐘" text, price text, net numeric,
      gross numeric generated always as (net * 2) stored);
    insert into items values (3, 'a', '1,50', 1), (9, null, '2,00', 2);
    create view prices as select price from items;
    create table parts (item bigint);
  `)
  id = await meta.idOf('items')
})
afterAll(() => meta.stop())

const change = (position: number, body: object) =>
  meta.call('PATCH', `/tables/${id}/columns/${position}`, body)
const settings = async (position: number) =>
  (await meta.call('GET', `/tables/${id}/columns/${position}`)).body
const rows = async (sql: string) =>
  (await meta.call('POST', '/query', query(sql))).body.results.at(-1).rows
const preview = async (position: number, body: object) =>
  (
    await meta.call('POST', '/definition-previews', {
      kind: 'update_column',
      id,
      position,
      change: body,
    })
  ).body

describe('the settings of a column', () => {
  it('are collation, storage, compression and statistics, and all of them can be changed', async () => {
    expect(await settings(2)).toEqual({
      collation: null,
      storage: 'extended',
      compression: 'default',
      statistics: null,
      generated: null,
    })
    const next = {
      collation: { schema: 'pg_catalog', name: 'C' },
      storage: 'external',
      compression: 'pglz',
      statistics: 500,
    }
    expect((await change(2, next)).status).toBe(200)
    expect(await settings(2)).toEqual({ ...next, generated: null })
    const back = { collation: null, storage: 'extended', compression: 'default', statistics: null }
    expect((await change(2, back)).status).toBe(200)
    expect(await settings(2)).toEqual({ ...back, generated: null })
  })

  it('are set on a new column', async () => {
    const added = await meta.call('POST', `/tables/${id}/columns`, {
      name: 'code',
      type: 'text',
      collation: { schema: 'pg_catalog', name: 'C' },
      storage: 'main',
      compression: 'pglz',
      statistics: 0,
    })
    expect(added.status).toBe(201)
    const { position } = added.body.columns.at(-1)
    expect(await settings(position)).toMatchObject({
      collation: { schema: 'pg_catalog', name: 'C' },
      storage: 'main',
      statistics: 0,
    })
  })

  it('have choices that depend on the version', async () => {
    const { body } = await meta.call('GET', '/column-options')
    expect(body.collations).toContainEqual({ schema: 'pg_catalog', name: 'C' })
    expect(typeof body.has_virtual_columns).toBe('boolean')
  })

  it('of a column that is not there are 404', async () => {
    expect((await meta.call('GET', `/tables/${id}/columns/99`)).body.code).toBe('column_not_found')
  })
})

describe('an identity', () => {
  it('is added after the largest value, changed and removed', async () => {
    expect((await change(1, { is_nullable: false, identity: 'always' })).status).toBe(200)
    expect(await rows('insert into items (net) values (1) returning id')).toEqual([['10']])
    expect((await change(1, { identity: 'by_default' })).body.columns[0].identity).toBe(
      'by_default',
    )
    expect((await change(1, { identity: null })).body.columns[0].identity).toBeNull()
  })
})

describe('a generated column', () => {
  it('gets another expression, and then keeps its values', async () => {
    expect((await settings(5)).generated).toEqual({
      kind: 'stored',
      expression: expect.stringContaining('net *'),
    })
    const planned = await preview(5, { generated_expression: 'net * 3' })
    expect(planned.effects).toEqual(['rewrite'])
    expect((await change(5, { generated_expression: 'net * 3' })).status).toBe(200)
    expect(await rows('select gross from items where id = 9')).toEqual([['6']])
    expect((await change(5, { generated_expression: null })).body.columns[4].is_generated).toBe(
      false,
    )
  })

  it('is added as stored or virtual', async () => {
    const { body } = await meta.call('GET', '/column-options')
    const kinds = ['stored', ...(body.has_virtual_columns ? ['virtual'] : [])]
    for (const kind of kinds) {
      const added = await meta.call('POST', `/tables/${id}/columns`, {
        name: `double_${kind}`,
        type: 'numeric',
        generated: { kind, expression: 'net * 2' },
      })
      expect(added.status).toBe(201)
      const { position } = added.body.columns.at(-1)
      expect((await settings(position)).generated.kind).toBe(kind)
    }
  })
})

describe('a change of type', () => {
  it('computes values with an expression, and says in the preview that rows are rewritten', async () => {
    await meta.test.run('drop view prices')
    const body = { type: 'numeric(9,2)', using: `replace(price, ',', '.')::numeric` }
    const planned = await preview(3, body)
    expect(planned.effects).toEqual(['rewrite'])
    expect(planned.statements).toEqual([
      `alter table "public"."items" alter column "price" type numeric(9,2) using (replace(price, ',', '.')::numeric)`,
    ])
    expect((await change(3, body)).status).toBe(200)
    expect(await rows('select price from items where id = 3')).toEqual([['1.50']])
    expect((await preview(3, { type: 'numeric(12,2)' })).effects).toEqual([])
  })

  it('cannot have a second statement in its expression', async () => {
    const { body } = await change(3, { type: 'text', using: `price); drop table parts; --` })
    expect(body.code).toBe('invalid_expression')
  })
})

it('names the rows that have no value in a column that is to be required', async () => {
  const { status, body } = await change(2, { is_nullable: false })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'rows_break_constraint' })
  expect(body.details.columns).toEqual(['ctid', 'odd "🐘'])
})

it('names what depends on a table and on a column, and what needs a cascade', async () => {
  await meta.test.run(`
    create table accounts (id bigint primary key, parent bigint references accounts, name text);
    create table entries (account bigint references accounts);
    create view names as select name from accounts;
    create policy mine on accounts for select using (name = 'x');
  `)
  const accounts = await meta.idOf('accounts')
  const dependents = async (search: string) => {
    const { body } = await meta.call(
      'GET',
      `/objects/dependents?kind=table&id=${accounts}${search}`,
    )
    return Object.fromEntries(
      body.items.map((item: { description: string; needs_cascade: boolean }) => [
        item.description,
        item.needs_cascade,
      ]),
    )
  }
  const all = await dependents('')
  expect(all).toMatchObject({
    'constraint entries_account_fkey on table public.entries': true,
    'view public.names': true,
    // It belongs to the table itself.
    'constraint accounts_parent_fkey on table public.accounts': false,
    'policy mine on table public.accounts': false,
  })
  const ofName = await dependents('&position=3')
  expect(ofName).toMatchObject({ 'view public.names': true })
  expect(Object.keys(ofName)).not.toContain(
    'constraint entries_account_fkey on table public.entries',
  )
})
