import { describe, expect, it } from 'vitest'
import { toCsv, toJson, toMarkdown, toTsv } from './export-rows.ts'

const columns = [
  { name: 'id', type: 'bigint' },
  { name: 'note', type: 'text' },
  { name: 'ok', type: 'boolean' },
  { name: 'data', type: 'jsonb' },
]
const rows = [
  ['9007199254740993', 'a "b", c', 't', '{"x": 1}'],
  ['2', null, 'f', null],
  ['3', '', null, '[1]'],
]

describe('row export', () => {
  it('writes tab-separated text with tabs and line breaks quoted and NULL empty', () => {
    expect(toTsv([['1', 'a\tb', null, 'two\nlines', 'say "hi"']])).toBe(
      '1\t"a\tb"\t\t"two\nlines"\t"say ""hi"""',
    )
  })

  it('writes CSV that distinguishes NULL from empty text', () => {
    expect(toCsv(columns, rows)).toBe(
      'id,note,ok,data\r\n9007199254740993,"a ""b"", c",t,"{""x"": 1}"\r\n2,,f,\r\n3,"",,[1]\r\n',
    )
  })

  it('writes JSON with exact numbers, booleans and embedded documents', () => {
    const text = toJson(columns, rows)
    expect(text).toContain('"id": 9007199254740993')
    expect(JSON.parse(text)).toMatchObject([
      { note: 'a "b", c', ok: true, data: { x: 1 } },
      { id: 2, note: null, ok: false, data: null },
      { id: 3, note: '', ok: null, data: [1] },
    ])
  })

  it('writes values that are not JSON numbers as text, and numbers duplicate column names', () => {
    const twice = [
      { name: 'n', type: 'numeric' },
      { name: 'n', type: 'double precision' },
    ]
    expect(JSON.parse(toJson(twice, [['NaN', 'Infinity']]))).toEqual([
      { n: 'NaN', n_2: 'Infinity' },
    ])
    expect(toJson(twice, [])).toBe('[]')
  })

  it('writes Markdown with escaped pipes and right-aligned numbers', () => {
    expect(
      toMarkdown(
        [
          { name: 'n', type: 'integer' },
          { name: 't', type: 'text' },
        ],
        [
          ['1', 'a|b\nc'],
          [null, ''],
        ],
      ),
    ).toBe('| n | t |\n| ---: | --- |\n| 1 | a\\|b<br>c |\n| NULL |  |')
  })
})
