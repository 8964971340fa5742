import { expect, it } from 'vitest'
import type { Cell, Notebook } from './cells.ts'
import { toMarkdownFile, toSqlFile } from './export-notebook.ts'

const cell = (kind: Cell['kind'], id: string, text: string): Cell => ({
  kind,
  id,
  text,
  isCollapsed: false,
})
const notebook: Notebook = {
  parameters: [{ name: 'since', value: '2026-01-01', type: 'date' }],
  cells: [
    cell('markdown', 'a', '# Sales\n\nBy day'),
    cell('sql', 'b', 'select ```1``` -- done'),
    cell('sql', 'c', ' '),
    cell('sql', 'd', 'select 2;'),
  ],
}
const noRows = () => undefined

it('writes Markdown with fenced SQL and the rows that are shown', () => {
  const rows = { columns: [{ name: 'n', type: 'integer' }], rows: [['1'], ['2']] }
  expect(toMarkdownFile(notebook, (id) => (id === 'd' ? rows : undefined))).toBe(
    [
      '- `:since`: `2026-01-01`',
      '# Sales\n\nBy day',
      '````sql\nselect ```1``` -- done\n````',
      '```sql\nselect 2;\n```',
      '| n |\n| ---: |\n| 1 |\n| 2 |\n',
    ].join('\n\n'),
  )
})

it('limits the rows in Markdown, and says so', () => {
  const rows = {
    columns: [{ name: 'n', type: 'integer' }],
    rows: Array.from({ length: 2000 }, () => ['1']),
  }
  const text = toMarkdownFile({ parameters: [], cells: [cell('sql', 'a', 'select 1')] }, () => rows)
  expect(text.match(/\| 1 \|/g)).toHaveLength(100)
  expect(text).toContain('The first 100 of 2,000 rows.')
})

it('writes SQL with Markdown in comments, and ends every cell', () => {
  expect(toSqlFile(notebook)).toBe(
    [
      '-- Parameters\n-- :since = "2026-01-01"',
      '-- # Sales\n--\n-- By day',
      'select ```1``` -- done\n;',
      'select 2;\n',
    ].join('\n\n'),
  )
})

it.each([
  ['select 1', 'select 1\n;\n'],
  ['select 1; -- end', 'select 1; -- end\n'],
  ["select ';'", "select ';'\n;\n"],
  ['-- only a comment', '-- only a comment\n'],
])('ends %j once', (text, written) => {
  expect(toSqlFile({ parameters: [], cells: [cell('sql', 'a', text)] })).toBe(written)
})

it('writes nothing but a line end for an empty notebook', () => {
  expect(toMarkdownFile({ parameters: [], cells: [] }, noRows)).toBe('\n')
})
