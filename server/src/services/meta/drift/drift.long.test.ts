import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

const TABLES = 5000
const PER_MIGRATION = 500

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

const creation = (number: number) => `
  create table public.t${number} (
    id int generated always as identity primary key,
    name varchar(40) not null default 'x' check (name in ('x', 'y')),
    made timestamptz default now()
  );
  create index t${number}_name on public.t${number} (lower(name));`

it('compares a schema of 5,000 tables', async () => {
  for (let first = 1; first <= TABLES; first += PER_MIGRATION) {
    const numbers = Array.from({ length: PER_MIGRATION }, (_, at) => first + at)
    const sql = numbers.map(creation).join('\n')
    const made = await meta.call('POST', '/query', {
      ...query(sql, { is_migration: true }),
      timeout_ms: 300_000,
    })
    expect([made.status, made.body.message]).toEqual([200, undefined])
  }
  await meta.call('POST', '/query', query('alter table public.t7 alter name drop default'))
  const { body } = await meta.call('GET', '/drift')
  expect(body).toMatchObject({ unrecorded: 0, missing: 0, changed: 1, uncompared: 0 })
  expect(body.items).toMatchObject([{ table: 't7', name: 'name' }])
}, 600_000)
