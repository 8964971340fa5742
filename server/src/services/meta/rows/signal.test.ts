import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table item (id int primary key, t text);
    create table other (id int);
    create table parted (id int, at int) partition by list (at);
    create table parted_1 partition of parted for values in (1);
    create view shown as select * from item;
  `)
})
afterAll(() => meta.stop())

const signalOf = async (table: string): Promise<string | null> => {
  const { status, body } = await meta.call('GET', `/tables/${await meta.idOf(table)}/rows/signal`)
  expect(status).toBe(200)
  return body.signal
}

it.each([
  ['item', "insert into item values (1, 'a')"],
  ['item', "update item set t = 'b'"],
  ['item', 'delete from item'],
  ['item', 'truncate item'],
  ['parted', 'insert into parted values (1, 1)'],
])('of %s changes after %s', async (table, statement) => {
  const before = await signalOf(table)
  const other = await signalOf('other')
  await meta.test.run(statement)
  await vi.waitFor(async () => expect(await signalOf(table)).not.toBe(before), { timeout: 15_000 })
  expect(await signalOf('other')).toBe(other)
})

it('is null for a view, whose tables decide', async () => {
  expect(await signalOf('shown')).toBeNull()
})

it('is not found for a table that does not exist', async () => {
  expect(await meta.call('GET', '/tables/999999/rows/signal')).toMatchObject({
    status: 404,
    body: { code: 'table_not_found' },
  })
})
