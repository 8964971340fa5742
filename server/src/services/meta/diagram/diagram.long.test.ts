import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'
import { MAX_TABLES } from './limits.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create schema large;
    do $$ begin
      for i in 1..${MAX_TABLES + 1} loop
        execute format('create table large.t%s (id int)', lpad(i::text, 5, '0'));
      end loop;
    end $$`)
})
afterAll(() => meta.stop())

it('the picture of a schema stops at the limit and says so', async () => {
  const { body } = await meta.call('GET', '/diagram?schema=large')
  expect(body.tables).toHaveLength(MAX_TABLES)
  expect(body.is_truncated).toBe(true)
})

it('the definition of a schema with too many tables is refused', async () => {
  expect(await meta.call('GET', '/schema-definition?schema=large')).toMatchObject({
    status: 413,
    body: { code: 'schema_too_large' },
  })
})
