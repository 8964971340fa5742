import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../test-app.ts'

let meta: MetaApp
beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

const run = async (query: string, more: object = {}) => {
  const { app, test } = meta
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/projects/${test.project.ref}/database/query`,
    payload: { query, ...more },
  })
  return [answer.statusCode, answer.json<unknown>()]
}

it('returns the rows of the last statement, with numbers, booleans, JSON and arrays as such', async () => {
  expect(
    await run(`
      select 0 as earlier;
      select 1::smallint as small, 9007199254740993 as exact, 7::bigint as safe, 'NaN'::float8 as nan,
        1.50::numeric as decimal, true as flag, '{"a": [1]}'::jsonb as document, null as nothing,
        array[[1, 2], [3, null]] as matrix, array['a,"b"', null] as texts, date '2026-01-02' as day`),
  ).toEqual([
    201,
    [
      {
        small: 1,
        exact: '9007199254740993',
        safe: 7,
        nan: 'NaN',
        decimal: '1.50',
        flag: true,
        document: { a: [1] },
        nothing: null,
        matrix: [
          [1, 2],
          [3, null],
        ],
        texts: ['a,"b"', null],
        day: '2026-01-02',
      },
    ],
  ])
  expect(await run('create table made ()')).toEqual([201, []])
})

it('writes nothing in read-only mode and reports the error', async () => {
  expect(await run('create table unmade ()', { read_only: true })).toMatchObject([
    400,
    { code: 'query_failed', details: { sqlstate: '25006' } },
  ])
  expect(await run('select 1', { parameters: [1] })).toMatchObject([
    400,
    { code: 'invalid_request' },
  ])
})
