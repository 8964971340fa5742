import { describe, expect, it } from 'vitest'
import { MOST_CELLS, type Notebook } from './cells.ts'
import { notebookText, readNotebook } from './notebook-text.ts'

const sql = (id: string, text: string) => ({ kind: 'sql' as const, id, text, isCollapsed: false })
const markdown = (id: string, text: string) => ({ ...sql(id, text), kind: 'markdown' as const })

describe('the text of a notebook', () => {
  it('is SQL, with its Markdown in comments', () => {
    expect(
      notebookText({
        parameters: [],
        cells: [markdown('a', '# Sales\n\nBy day'), sql('b', 'select 1')],
      }),
    ).toBe(
      [
        '-- %% markdown {"id":"a"}',
        '-- # Sales',
        '--',
        '-- By day',
        '-- %% sql {"id":"b"}',
        'select 1',
      ].join('\n'),
    )
  })

  const chart = {
    shape: 'bar',
    x: 'day',
    y: ['n'],
    group: null,
    isCumulative: false,
    isLogarithmic: false,
  } as const
  const notebooks: Record<string, Notebook> = {
    'empty cells': { parameters: [], cells: [sql('a', ''), markdown('b', ''), sql('c', '')] },
    'blank lines, indentation and line ends of Windows': {
      parameters: [],
      cells: [sql('a', '\n\n  select 1\r\n\n'), markdown('b', '\n  - one\r\n\n-- two\n\n')],
    },
    'lines that look like marks': {
      parameters: [],
      cells: [
        sql('a', '-- %% sql\n-- %% sql {"id":"z"}\n-- %%% markdown\n-- %%\n--%% sql'),
        markdown('b', '%% sql\n%%% sql {"id":"z"}\n-- %% sql\n%%'),
      ],
    },
    'parameters, a view and a collapsed cell': {
      parameters: [
        { name: 'since', value: '2026-01-01', type: 'date' },
        { name: 'none', value: null, type: 'automatic' },
      ],
      cells: [{ ...sql('a', 'select :since'), isCollapsed: true, view: { view: 'chart', chart } }],
    },
  }
  it.each(Object.keys(notebooks))('is read as it was written: %s', (name) => {
    expect(readNotebook(notebookText(notebooks[name] ?? { parameters: [], cells: [] }))).toEqual(
      notebooks[name],
    )
  })

  it('is one cell of SQL without marks', () => {
    expect(readNotebook('select 1;\n-- done').cells).toEqual([sql('cell-1', 'select 1;\n-- done')])
    expect(readNotebook('').cells).toEqual([sql('cell-1', '')])
  })

  it('accepts marks that a person wrote', () => {
    const text = 'select 0\n-- %% markdown\n-- Hi\nthere\n-- %% sql {broken\n-- %% chart\nselect 1'
    expect(readNotebook(text).cells).toEqual([
      sql('cell-1', 'select 0'),
      markdown('cell-2', 'Hi\nthere'),
      sql('cell-3', '-- %% chart\nselect 1'),
    ])
  })

  it.each([
    ['the same id twice', '-- %% sql {"id":"a"}\n-- %% sql {"id":"a"}', ['a', 'a-2']],
    ['an id of another type', '-- %% sql {"id":7}', ['cell-1']],
    ['an id with markup', '-- %% sql {"id":"<b>"}', ['cell-1']],
  ])('gives every cell an id of its own: %s', (_, text, ids) => {
    expect(readNotebook(text).cells.map(({ id }) => id)).toEqual(ids)
  })

  it('leaves out a view or parameter with an unknown shape', () => {
    const text =
      '-- %% parameters [{"name":"a","value":1,"type":"date"},{"name":"b","value":"x","type":"text"}]\n' +
      '-- %% sql {"view":{"view":"map"}}\nselect 1'
    expect(readNotebook(text)).toEqual({
      parameters: [{ name: 'b', value: 'x', type: 'text' }],
      cells: [sql('cell-1', 'select 1')],
    })
  })

  it('has a maximum number of cells, and keeps the rest of the text in the last one', () => {
    const text = '-- %% sql\nselect 1\n'.repeat(MOST_CELLS + 2)
    const { cells } = readNotebook(text)
    expect(cells).toHaveLength(MOST_CELLS)
    expect(cells.at(-1)?.text.match(/select 1/g)).toHaveLength(3)
  })
})
