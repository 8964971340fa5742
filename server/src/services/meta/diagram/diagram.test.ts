import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, rita, type MetaApp } from '../../../../test/meta/app.ts'

type Named = { readonly name: string }

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema shop;
    create type shop.mood as enum ('good', 'it''s bad');
    create domain shop.price as numeric(10, 2) default 0 not null check (value >= 0);
    create table shop.customer (
      id bigint generated always as identity primary key,
      email text unique,
      feeling shop.mood
    );
    comment on table shop.customer is 'People who buy';
    alter table shop.customer enable row level security;
    create policy own on shop.customer for select to anon using (id = 1);
    -- Each of the two refers to the other, so neither order of the tables works with inline keys.
    create table shop."a ""quoted"".name" (
      id serial primary key,
      customer_id bigint references shop.customer on delete cascade,
      cost shop.price
    );
    alter table shop.customer add favorite int references shop."a ""quoted"".name" (id);
    create index on shop."a ""quoted"".name" (cost);
    create table shop.event (at date not null, customer bigint references shop.customer)
      partition by range (at);
    create table shop.event_2026 partition of shop.event
      for values from ('2026-01-01') to ('2027-01-01');
    create view shop.emails as select email from shop.customer;
    create function shop.touch() returns trigger language plpgsql as 'begin return new; end';
    create trigger touched before update on shop.customer
      for each row execute function shop.touch();
  `)
})
afterAll(() => meta.stop())

const read = async (schema: string) =>
  (await meta.call('GET', `/diagram?schema=${encodeURIComponent(schema)}`)).body

describe('the picture of a schema', () => {
  it('has tables with columns, keys and policies, without views and partitions', async () => {
    const { tables, is_truncated: isTruncated } = await read('shop')
    expect(tables.map(({ name }: { name: string }) => name)).toEqual([
      'a "quoted".name',
      'customer',
      'event',
    ])
    expect(isTruncated).toBe(false)
    expect(tables[1]).toMatchObject({
      kind: 'table',
      comment: 'People who buy',
      rls_enabled: true,
      policy_count: 1,
      column_count: 4,
      columns: [
        { name: 'id', type: 'bigint', is_primary_key: true, is_identity: true, is_nullable: false },
        { name: 'email', type: 'text', is_unique: true, is_primary_key: false, is_nullable: true },
        { name: 'feeling', type: 'shop.mood', is_unique: false },
        { name: 'favorite', type: 'integer' },
      ],
    })
  })

  it('has each foreign key once, also one to or from a partitioned table', async () => {
    const { relations } = await read('shop')
    expect(
      relations.map((one: { columns: string[]; target_table: string; on_delete: string }) => [
        one.columns,
        one.target_table,
        one.on_delete,
      ]),
    ).toEqual([
      [['favorite'], 'a "quoted".name', 'no_action'],
      [['customer_id'], 'customer', 'cascade'],
      [['customer'], 'customer', 'no_action'],
    ])
  })

  it('is refused for a schema that does not exist', async () => {
    for (const path of ['/diagram?schema=nope', '/schema-definition?schema=nope'])
      expect(await meta.call('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'schema_not_found' },
      })
  })

  it('hides columns with secrets from members who can only read', async () => {
    const { body } = await meta.call('GET', '/diagram?schema=auth', undefined, rita)
    const names = body.tables.flatMap(({ name, columns }: { name: string; columns: Named[] }) =>
      columns.map((column) => `${name}.${column.name}`),
    )
    expect(names).toContain('users.email')
    expect(names).not.toContain('users.encrypted_password')
  })
})

describe('the definition of a schema', () => {
  const definition = async () => (await meta.call('GET', '/schema-definition?schema=shop')).body.sql

  it('creates the same schema again', async () => {
    const sql: string = await definition()
    expect(sql).not.toMatch(/create trigger/i)
    const before = await read('shop')
    await meta.test.run('drop schema shop cascade')
    expect((await meta.call('POST', '/query', query(sql))).body.outcome).not.toBe('rolled_back')
    const ids = { id: 0, table_id: 0, target_id: 0 }
    const withoutIds = ({ tables, relations }: Awaited<ReturnType<typeof read>>) => ({
      tables: tables.map((table: object) => ({ ...table, id: 0 })),
      relations: relations.map((relation: object) => ({ ...relation, ...ids })),
    })
    const after = withoutIds(await read('shop'))
    expect(after.tables).toEqual(withoutIds(before).tables)
    expect(after.relations).toHaveLength(before.relations.length)
    expect(after.relations).toEqual(expect.arrayContaining(withoutIds(before).relations))
    expect(await definition()).toBe(sql)
  })
})
