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

async function idsOf(column: string, operator: string, value: string) {
  const path = `/tables/${await meta.idOf('item')}/rows/list`
  const { body } = await meta.call('POST', path, { filters: [{ column, operator, value }] })
  return body.rows?.map(({ cells }: { cells: string[] }) => Number(cells[0])) ?? body
}

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
