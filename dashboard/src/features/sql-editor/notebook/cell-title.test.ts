import { expect, it } from 'vitest'
import type { Cell } from './cells.ts'
import { headingsOf, outlineOf, titleOf } from './cell-title.ts'

const cell = (kind: Cell['kind'], text: string, id = text): Cell => ({
  kind,
  id,
  text,
  isCollapsed: false,
})

it.each([
  ['sql', '-- Orders per day\nselect 1', 'Orders per day'],
  ['sql', 'select * from orders', 'Select from orders'],
  ['sql', '', 'Empty query'],
  ['markdown', 'Some *text* and `code`', 'Some text and code'],
  ['markdown', 'First\n\n## The [list](https://a.example) ##', 'The list'],
  ['markdown', ' \n', 'Empty text'],
] as const)('titles %s %j as %j', (kind, text, title) => {
  expect(titleOf(cell(kind, text))).toBe(title)
})

it('finds headings, but not in code', () => {
  expect(headingsOf('# A\n```\n# not this\n```\n### B\n#no')).toEqual([
    { level: 1, title: 'A' },
    { level: 3, title: 'B' },
  ])
})

it('lists queries below their heading', () => {
  const cells = [
    cell('sql', '-- first', 'a'),
    cell('markdown', '# Sales\ntext\n## By day', 'b'),
    cell('sql', '-- second', 'c'),
    cell('markdown', 'no heading', 'd'),
  ]
  expect(outlineOf(cells).map(({ title, level, cellId }) => [cellId, level, title])).toEqual([
    ['a', 0, 'first'],
    ['b', 0, 'Sales'],
    ['b', 1, 'By day'],
    ['c', 2, 'second'],
  ])
})
