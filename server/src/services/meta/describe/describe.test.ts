import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema "My schema";
    create table "My schema"."Order ""1""" (id int primary key, note text);
    create table orders (id int generated always as identity primary key, note text unique);
    comment on table orders is 'Sold things';
    create view recent as select * from orders;
    create function total(of int, tax numeric default 0.2) returns numeric
      language sql security definer as 'select 1';
    create function total() returns int language sql as 'select 1';
  `)
})
afterAll(() => meta.stop())

const describeName = (query: Record<string, string>) =>
  meta.call('GET', `/described-object?${new URLSearchParams(query).toString()}`)

describe('a described object', () => {
  it('is a table with its columns, keys, comment and size', async () => {
    const { body } = await describeName({ name: 'orders' })
    expect(body).toMatchObject({
      kind: 'relation',
      table: {
        schema: 'public',
        name: 'orders',
        comment: 'Sold things',
        columns: [{ name: 'id', is_primary_key: true }, { name: 'note' }],
        primary_key: ['id'],
      },
    })
    expect(body.size_bytes).toBeGreaterThan(0)
  })

  it.each([
    [{ name: 'recent' }, 'recent'],
    [{ schema: 'public', name: 'recent' }, 'recent'],
    [{ schema: 'My schema', name: 'Order "1"' }, 'Order "1"'],
    [{ schema: 'orders', name: 'id' }, 'orders'],
    [{ name: 'orders_note_key' }, 'orders'],
    [{ name: 'orders_id_seq' }, 'orders'],
    [{ schema: 'pg_catalog', name: 'pg_class' }, 'pg_class'],
  ])('is found by %j', async (query, name) => {
    expect((await describeName(query)).body).toMatchObject({ kind: 'relation', table: { name } })
  })

  it('is every function of a name, built-in ones too', async () => {
    const { body } = await describeName({ name: 'total' })
    expect(body.functions).toMatchObject([
      { arguments: '', returns: 'integer', is_security_definer: false },
      {
        arguments: 'of integer, tax numeric DEFAULT 0.2',
        returns: 'numeric',
        is_security_definer: true,
      },
    ])
    expect((await describeName({ name: 'now' })).body.functions).toHaveLength(1)
    expect((await describeName({ schema: 'public', name: 'now' })).status).toBe(404)
  })

  it.each([
    [{ name: 'nothing' }],
    [{ schema: 'nowhere', name: 'orders' }],
    [{ name: "x'; drop table orders; --" }],
    [{ name: 'a.b.c' }],
  ])('is 404 for %j', async (query) => {
    expect(await describeName(query)).toMatchObject({
      status: 404,
      body: { code: 'object_not_found' },
    })
  })
})
