import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../project.ts'
import { sampleDatabase } from './sample-database.ts'

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

describe('the sample database', () => {
  it('is the same half megabyte of SQL in every run and on every machine', () => {
    const text = sampleDatabase()
    expect(text.length).toBeGreaterThan(500_000)
    expect(sampleDatabase()).toBe(text)
    // Tests refer to its rows, so an intended change must update this digest and those tests.
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      'e4e3577e08dedc5f7fd6364e5f61c8f10e694c9d7089bbf8be708e8eb4894c5d',
    )
  })

  it('fills every table', async () => {
    await test.run(sampleDatabase())
    const client = await test.database.connect('postgres', 'test')
    const { rows } = await client.query<{ name: string; rows: string }>(`
      select c.relname as name, (xpath('/row/n/text()',
        query_to_xml(format('select count(*) as n from %s', c.oid::regclass), false, true, '')
      ))[1]::text as rows
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
    await client.end()
    expect(Object.fromEntries(rows.map(({ name, rows: count }) => [name, Number(count)]))).toEqual({
      bed: 25,
      family: 275,
      gardener: 8,
      membership: 59,
      sale: 412,
      sale_line: 2240,
      specimen: 3217,
      species: 347,
      trail: 18,
      trail_specimen: 4132,
      watering: 2400,
    })
  })
})
