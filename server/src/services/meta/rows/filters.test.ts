import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  await meta.test.run(`
    create table item (id int primary key, name text, data jsonb, raw json, tags text[], n int[], span int4range);
    insert into item values
      (1, 'Ann', '{"a": 1, "b": null}', '{"a": 1}', '{x,y}', '{1,2}', '[1,5)'),
      (2, 'anna', '{"c": [1]}', '{}', '{}', '{}', '[3,4)'),
      (3, null, null, null, null, null, null);
  `)
})
afterAll(() => meta.stop())

const idsOf = (column: string, operator: string, value: string) =>
  idsWith({ filters: [{ column, operator, value }] })

async function idsWith(conditions: object, table = 'item') {
  const path = `/tables/${await meta.idOf(table)}/rows/list`
  const { body } = await meta.call('POST', path, conditions)
  return body.rows?.map(({ cells }: { cells: string[] }) => Number(cells[0])) ?? body
}

const is = (id: number) => ({ column: 'id', operator: 'eq', value: String(id) })
const hasName = { column: 'name', operator: 'is', value: 'not null' }

describe('a filter', () => {
  it.each<[string, string, string, number[]]>([
    ['name', 'not_like', 'A%', [2]],
    ['name', 'not_ilike', 'a%', []],
    ['name', 'not_in', 'Ann, "x"', [2]],
    ['id', 'not_in', '', [1, 2, 3]],
    ['name', 'distinct', 'Ann', [2, 3]],
    ['data', 'contains', '{"a": 1}', [1]],
    ['tags', 'contains', '{x}', [1]],
    ['span', 'contains', '[3,4)', [1, 2]],
    ['data', 'has', 'b', [1]],
    ['raw', 'has', 'a', [1]],
    ['tags', 'has', 'x', [1]],
    ['n', 'has', '2', [1]],
  ])('on %s with %s %s finds its rows', async (column, operator, value, ids) => {
    expect(await idsOf(column, operator, value)).toEqual(ids)
  })

  it.each([
    ['data', 'contains', 'no json'],
    ['id', 'contains', '1'],
    ['n', 'has', 'x'],
    ['name', 'not_in', '"open'],
    ['name', 'not_like', 'a\\'],
  ])('on %s with %s %s is refused with its column', async (column, operator, value) => {
    expect(await idsOf(column, operator, value)).toMatchObject({
      code: 'invalid_filter',
      details: { column },
    })
  })
})

describe('conditions', () => {
  it.each([
    ['all of any', { filters: [hasName, { filters: [is(1), is(3)] }] }, [1]],
    ['any', { match: 'any', filters: [is(1), is(3)] }, [1, 3]],
    ['any of all', { match: 'any', filters: [is(3), { filters: [is(2), hasName] }] }, [2, 3]],
    ['any of nothing', { match: 'any', filters: [] }, [1, 2, 3]],
  ])('match %s', async (_name, conditions, ids) => {
    expect(await idsWith(conditions)).toEqual(ids)
  })

  it('apply to exports too', async () => {
    const path = `/tables/${await meta.idOf('item')}/rows/export`
    const conditions = { match: 'any', filters: [is(1), is(3)] }
    const asked = { format: 'json', columns: ['id'], ...conditions }
    expect((await meta.call('POST', path, asked)).body).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('name the column of a refused filter in a group', async () => {
    const bad = { column: 'id', operator: 'eq', value: 'x' }
    expect(await idsWith({ filters: [{ filters: [hasName, bad] }] })).toMatchObject({
      code: 'invalid_filter',
      details: { column: 'id' },
    })
  })

  it.each([
    { filters: Array.from({ length: 51 }, () => is(1)) },
    { filters: [is(1), { filters: Array.from({ length: 50 }, () => is(1)) }] },
    { filters: [{ filters: [] }] },
    { filters: [{ filters: [{ filters: [is(1)] }] }] },
  ])('are refused if there are too many or their groups are nested', async (conditions) => {
    expect(await idsWith(conditions)).toMatchObject({ code: 'invalid_request' })
  })
})

describe('a filter on a period', () => {
  beforeAll(() =>
    meta.test.run(`
      create table visit (id int primary key, at timestamptz, local timestamp, day date);
      insert into visit
      select n, at, at at time zone current_setting('timezone'), at::date
      from (values
        (1, now()), (2, date_trunc('day', now()) - interval '1 second'),
        (3, date_trunc('month', now())), (4, date_trunc('month', now()) - interval '1 second'),
        (5, now() - interval '40 days'), (6, now() + interval '1 hour 1 minute')
      ) as moment (n, at);
    `),
  )

  const during = async (column: string, value: string, operator = 'during') =>
    new Set(await idsWith({ filters: [{ column, operator, value }] }, 'visit'))

  it.each(['at', 'local', 'day'])('finds moments of a %s', async (column) => {
    expect(await during(column, 'today')).toContain(1)
    expect(await during(column, 'today')).not.toContain(2)
    expect(await during(column, 'yesterday')).toContain(2)
    expect(await during(column, 'this month')).toContain(3)
    expect(await during(column, 'this month', 'before')).toContain(4)
    expect(await during(column, 'this month', 'before')).not.toContain(3)
    expect(await during(column, 'last 30 days')).toContain(1)
    expect(await during(column, 'last 30 days')).not.toContain(5)
    expect(await during(column, 'last 30 days', 'before')).toContain(5)
  })

  it('has an end', async () => {
    expect(await during('at', 'next 1 hour')).not.toContain(6)
    expect(await during('at', 'next 2 hours')).toContain(6)
    expect(await during('at', 'next 1 hour', 'after')).toEqual(new Set([6]))
  })

  it.each([
    ['at', 'last week of May'],
    ['at', 'last 9999 years'],
    ['day', 'last 2 hours'],
    ['id', 'today'],
  ])('on %s is refused with its column: %s', async (column, value) => {
    const filters = [{ column, operator: 'during', value }]
    expect(await idsWith({ filters }, 'visit')).toMatchObject({
      code: 'invalid_filter',
      details: { column },
    })
  })
})
