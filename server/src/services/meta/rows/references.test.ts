import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, rita, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table customer (id int primary key, code text unique, a int, b text, unique (a, b));
    insert into customer values (1, 'x', 1, 'p:q'), (2, null, null, null);
    create table "order, big" (id int primary key, customer_id int references customer);
    insert into "order, big" select n, 1 from generate_series(1, 1001) n;
    create table visit (id int, code text references customer (code), a int, b text,
      foreign key (a, b) references customer (a, b)) partition by range (id);
    create table visit_1 partition of visit for values from (0) to (10);
    insert into visit values (1, 'x', 1, 'p:q'), (2, 'x', 1, 'p:q');
    create table slow (id int, customer_id int references customer);
    insert into slow values (1, 1);
    create function wait() returns int language plpgsql as
      $$ begin perform pg_sleep(20); return 1; end $$;
    alter table slow enable row level security;
    alter table slow force row level security;
    create policy slowly on slow using (wait() = 1);
    grant all on customer, "order, big", visit, slow to anon;
    revoke all on "order, big" from anon;
  `)
})
afterAll(() => meta.stop())

async function referencesOf(table: string, key: object, options: object = {}) {
  const path = `/tables/${await meta.idOf(table)}/rows/references`
  return (await meta.call('POST', path, { key, ...options })).body
}

describe('the rows that refer to a row', () => {
  it('are counted for each foreign key, composite ones too', async () => {
    const { references, has_more: hasMore } = await referencesOf('customer', { id: '1' })
    expect(hasMore).toBe(false)
    expect(references).toMatchObject([
      {
        table: 'order, big',
        columns: ['customer_id'],
        filters: [{ column: 'customer_id', operator: 'eq', value: '1' }],
        count: { value: 1000, is_exact: false },
      },
      { table: 'slow', count: { value: 1, is_exact: true } },
      {
        table: 'visit',
        columns: ['a', 'b'],
        filters: [
          { column: 'a', operator: 'eq', value: '1' },
          { column: 'b', operator: 'eq', value: 'p:q' },
        ],
        count: { value: 2, is_exact: true },
      },
      { table: 'visit', columns: ['code'], count: { value: 2, is_exact: true } },
    ])
  })

  it('are none for a key with nulls', async () => {
    const { references } = await referencesOf('customer', { id: '2' })
    expect(references.at(-1)).toMatchObject({ filters: [], count: { value: 0, is_exact: true } })
  })

  it('are found by the filters', async () => {
    const { references } = await referencesOf('customer', { id: '1' })
    const { table_id: tableId, filters } = references.at(-2)
    const found = await meta.call('POST', `/tables/${tableId}/rows/list`, { filters })
    expect(found.body.rows).toHaveLength(2)
  })

  it('are not counted in a table that the impersonated role cannot read, or not quickly', async () => {
    const { references } = await referencesOf(
      'customer',
      { id: '1' },
      { impersonate: { role: 'anon' } },
    )
    expect(references[0]).toMatchObject({ table: 'order, big', count: null })
    // Its policy takes longer than the count may.
    expect(references[1]).toMatchObject({ table: 'slow', count: null })
    expect(references.at(-1)).toMatchObject({ count: { value: 2 } })
  })

  it.each([
    [{ id: '3' }, 'row_not_found'],
    [{ id: 'x' }, 'invalid_key'],
    [{}, 'invalid_key'],
  ])('are refused for the key %j: %s', async (key, code) => {
    expect(await referencesOf('customer', key)).toMatchObject({ code })
  })

  it('are shown to members who can only read', async () => {
    const path = `/tables/${await meta.idOf('customer')}/rows/references`
    expect((await meta.call('POST', path, { key: { id: '1' } }, rita)).status).toBe(200)
  })
})
