import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
beforeAll(async () => {
  meta = await createMetaApp()
})
afterAll(() => meta.stop())

const run = async (query: string, more: object = {}, path = 'database/query') => {
  const { app, test } = meta
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/projects/${test.project.ref}/${path}`,
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
})

describe.each([
  ['database/query', {}],
  ['database/query', { read_only: true }],
  ['database/query/read-only', {}],
])('parameters at %s with %o', (path, more) => {
  const ask = (query: string, parameters: unknown[]) => run(query, { ...more, parameters }, path)

  it('are bound as text, arrays and JSON', async () => {
    const values = `select $1::int + 1 as number, $2::text as text, $3::boolean as flag,
      $4::text as nothing, $5::text[] as texts, $6::int[] as matrix, $7::jsonb as document`
    const quoted = `'; drop table "x" -- \\ $1`
    expect(
      await ask(values, [
        1,
        quoted,
        true,
        null,
        [quoted, null, 'a,{}'],
        [[1], [2]],
        { a: [quoted] },
      ]),
    ).toEqual([
      201,
      [
        {
          number: 2,
          text: quoted,
          flag: true,
          nothing: null,
          texts: [quoted, null, 'a,{}'],
          matrix: [[1], [2]],
          document: { a: [quoted] },
        },
      ],
    ])
  })

  it('can be compared with names, as agents list tables', async () => {
    const tables = `select nspname from pg_namespace where nspname in ($1, $2) order by 1`
    expect(await ask(tables, ['public', 'pg_catalog'])).toEqual([
      201,
      [{ nspname: 'pg_catalog' }, { nspname: 'public' }],
    ])
  })

  it('may be absent, and then the text can have several statements', async () => {
    expect(await ask('select 1; select 2 as last', [])).toEqual([201, [{ last: 2 }]])
  })

  it('are refused with several statements, in a wrong number, and nested too deeply', async () => {
    const deep = JSON.parse(`${'['.repeat(7)}${']'.repeat(7)}`) as unknown
    for (const [query, parameters, code] of [
      ['select $1::int; select 2', [1], 'invalid_request'],
      ['select $1::int', [1, 2], 'query_failed'],
      ['select $1::int + $2', [1], 'query_failed'],
      ['select $1::int', ['one'], 'query_failed'],
      ['select $1::text', ['a\0b'], 'query_failed'],
      ['select $1::text', [deep], 'invalid_request'],
      ['select 1', Array.from({ length: 1001 }, () => 1), 'invalid_request'],
    ] as const)
      expect(await ask(query, [...parameters])).toMatchObject([400, { code }])
  })
})

it('binds the parameters of a statement that writes, and keeps the limit of rows', async () => {
  const insert = `insert into noted select n, $1 from generate_series(1, $2::int) n returning id, note`
  await run('create table noted (id int, note text)')
  const [status, rows] = await run(insert, { parameters: ["it's", 10_500] })
  expect(status).toBe(201)
  expect(rows).toHaveLength(10_000)
  expect(await run('select count(*)::int, min(note) from noted')).toEqual([
    201,
    [{ count: 10_500, min: "it's" }],
  ])
  expect(
    await run('delete from noted where id = $1', { parameters: [1], read_only: true }),
  ).toMatchObject([400, { details: { sqlstate: '25006' } }])
})
