import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../test/project.ts'
import type { Bindable } from './sql.ts'

let test: TestProject

beforeAll(async () => {
  test = await createTestProject()
  await test.run(`
    create table pair (id int primary key, other int references pair (id) deferrable initially deferred);
    grant all on pair to anon;
  `)
})
afterAll(() => test.stop())

const anon = { role: 'anon', settings: {}, isReadOnly: false }
const run = (text: string, values: readonly Bindable[] = [], name?: string) =>
  test.database.asCaller(anon, { text, values, ...(name !== undefined && { name }) })

describe('a transaction in one batch', () => {
  it('is rolled back when a check at its end fails', async () => {
    await expect(run('insert into pair values (1, 9)')).rejects.toMatchObject({ code: '23503' })
    const [left] = await run('select count(*) from pair')
    expect(left?.rows).toEqual([['0']])
  })

  it('writes nothing when it is to read only', async () => {
    const reading = { ...anon, isReadOnly: true }
    await expect(
      test.database.asCaller(reading, { text: 'insert into pair values (1, 1)', values: [] }),
    ).rejects.toMatchObject({ code: '25006' })
  })

  it('is as isolated as it is asked to be, and only it', async () => {
    const level = "select current_setting('transaction_isolation'), current_user"
    const isolated = (isolation: 'repeatable read' | 'serializable', isReadOnly: boolean) =>
      test.database.asCaller(
        { ...anon, isolation, isReadOnly },
        { text: level, values: [], name: 'level' },
        [{ text: 'select 2', values: [] }],
      )
    for (const isReadOnly of [true, false]) {
      const [first, second, ...more] = await isolated('serializable', isReadOnly)
      expect(first?.rows).toEqual([['serializable', 'anon']])
      expect(second?.rows).toEqual([['2']])
      expect(more).toEqual([])
    }
    expect((await isolated('repeatable read', true))[0]?.rows).toEqual([
      ['repeatable read', 'anon'],
    ])
    expect((await run(level, [], 'level'))[0]?.rows).toEqual([['read committed', 'anon']])
  })

  it('sets more at once than a call in Postgres takes arguments', async () => {
    const names = Array.from({ length: 230 }, (_, index) => `own.s${index}`)
    const settings = Object.fromEntries(names.map((name) => [name, `${name} is set`]))
    const [result] = await test.database.asCaller(
      { ...anon, settings },
      { text: 'select current_setting(name) from unnest($1::text[]) as name', values: [names] },
    )
    expect(result?.rows.flat()).toEqual(Object.values(settings))
  })

  it('runs nothing for a role that does not exist', async () => {
    const nobody = { ...anon, role: 'nobody' }
    await expect(
      test.database.asCaller(nobody, { text: 'select 1', values: [], name: 'one' }),
    ).rejects.toMatchObject({ code: '22023' })
    expect((await run('select 1', [], 'one'))[0]?.rows).toEqual([['1']])
  })

  it('prepares again what a failed transaction before it was to prepare', async () => {
    const nobody = { ...anon, role: 'nobody' }
    const statement = { text: 'select $1::text', values: ['x'], name: 'again' }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        test.database.asCaller(index % 4 === 0 ? nobody : anon, statement),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      outcomes.map((_, index) => (index % 4 === 0 ? 'rejected' : 'fulfilled')),
    )
  })

  it('gives the columns of a prepared statement every time', async () => {
    for (let time = 0; time < 3; time += 1) {
      const [result] = await run('select 1 as a, $1::text as b', ['x'], 'columns')
      expect(result?.fields.map(({ name }) => name)).toEqual(['a', 'b'])
    }
  })

  it('binds every kind of value', async () => {
    const [result] = await run(
      'select $1::int + 1, $2::boolean, $3::text, $4::bytea, $5::text[], $6::timestamptz at time zone $7, $8::int8',
      [
        41,
        true,
        null,
        Buffer.from('é'),
        ['a,b', '"q"', String.raw`\s`, 'null'],
        new Date(0),
        'UTC',
        9n,
      ],
    )
    expect(result?.rows).toEqual([
      [
        '42',
        't',
        null,
        String.raw`\xc3a9`,
        String.raw`{"a,b","\"q\"","\\s","null"}`,
        '1970-01-01 00:00:00',
        '9',
      ],
    ])
  })

  it('carries values far larger than its buffer', async () => {
    const large = 'ü'.repeat(3_000_000)
    const [result] = await run('select length($1), $1 = $2', [large, large])
    expect(result?.rows).toEqual([['3000000', 't']])
  })

  it('tells how many rows a statement touched', async () => {
    const [result] = await run('insert into pair select g, g from generate_series(1, 7) as g')
    expect(result?.rowCount).toBe(7)
  })

  it('refuses COPY without breaking the connection', async () => {
    await expect(run('copy pair from stdin')).rejects.toMatchObject({ code: '57014' })
    expect((await run('select 1'))[0]?.rows).toEqual([['1']])
  })
})
