import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { compile } from '../../../postgres/sql.ts'
import { createTestApp, type TestApp } from '../../../../test/data-api/app.ts'
import { createNames } from './nearest.ts'

const TABLES = 5000
/** Limits the locks of a transaction, which holds one for every table that it creates. */
const AT_ONCE = 500

let test: TestProject
let api: TestApp
/** The number of readings of the catalogue, a hook for each, and a gate that delays its result. */
let readings = 0
let onReading = () => {}
let gate: Promise<void> = Promise.resolve()

beforeAll(async () => {
  test = await createTestProject()
  for (let first = 0; first < TABLES; first += AT_ONCE)
    await test.run(`do $$ begin
      for number in ${first} .. ${first + AT_ONCE - 1} loop
        execute format('create table table_%s (id int, label text)', number);
      end loop;
    end $$`)
  await test.run(`
    insert into table_7 values (7, 'seven');
    grant select on table_7 to anon;
    create function prepared_here() returns int language sql stable
      as 'select count(*)::int from pg_prepared_statements';
  `)
  const { database } = test
  api = await createTestApp({
    ...test.project,
    database: {
      ...database,
      as(role) {
        const session = database.as(role)
        return {
          ...session,
          transaction: (work, options) =>
            session.transaction(
              (tx) =>
                work({
                  ...tx,
                  async one(statement, row) {
                    const result = await tx.one(statement, row)
                    if (!compile(statement).text.includes('exposed as (')) return result
                    readings += 1
                    onReading()
                    await gate
                    return result
                  },
                }),
              options,
            ),
        }
      },
    },
  })
}, 120_000)
afterAll(async () => {
  await api.service.stop?.(api.project)
  await api.app.close()
  await test.stop()
})

const get = (url: string) =>
  api.app.inject({
    method: 'GET',
    url: `/rest/v1${url}`,
    headers: { authorization: `Bearer ${api.token('anon')}` },
  })

describe(`a schema of ${TABLES} tables`, () => {
  it('is read once for any number of waiting requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/table_7')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(readings).toBe(1)
  })

  it('uses the previous schema cache while the next one is read', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    readings = 0
    const begun = new Promise<void>((resolve) => (onReading = resolve))
    await test.run(
      'alter table table_7 add column extra int; alter table table_7 drop column label',
    )
    await begun
    // A request with an unknown name waits for the delayed reading.
    const unknown = get('/table_7?select=nothing(id)')
    const statuses = []
    for (let round = 0; round < 50; round += 1)
      statuses.push((await get(`/table_7?select=id&limit=${round + 1}`)).statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(readings).toBe(1)
    open()
    expect((await unknown).statusCode).toBe(400)
    expect((await get('/table_7')).json()).toEqual([{ id: 7, extra: null }])
  })

  it('compares only a few names for a hint', async () => {
    expect((await get('/tabel_4321')).json()).toMatchObject({
      hint: "Perhaps you meant the table 'public.table_4321'",
    })
    const names = createNames(Array.from({ length: TABLES }, (_, number) => `table_${number}`))
    expect(names.candidates('tabel_4321', 3)).toContain('table_4321')
    expect(names.candidates('tabel_4321', 3).length).toBeLessThanOrEqual(50)
    expect(names.candidates('table_', 2).length).toBeLessThanOrEqual(50)
  })
})

describe('prepared statements', () => {
  it('are limited per connection for any kind of request', async () => {
    const counts: number[] = []
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => get(`/table_7?id=gt.0&limit=${round * 50 + at + 1}`)),
      )
      const asked = Array.from({ length: 8 }, () => get('/rpc/prepared_here'))
      for (const answer of await Promise.all(asked)) counts.push(answer.json<number>())
    }
    // The requests need more statements than the limit, so connections are replaced.
    expect(Math.max(...counts)).toBeGreaterThan(200)
    expect(Math.max(...counts)).toBeLessThanOrEqual(250)
  })
})
