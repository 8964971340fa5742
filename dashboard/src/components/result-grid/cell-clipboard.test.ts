import { describe, expect, it } from 'vitest'
import { parseBlock, putCells, readCellBlock } from './cell-clipboard.ts'

/** The clipboard of one copy and one paste. */
function clipboard(types: Record<string, string> = {}) {
  const data = new Map(Object.entries(types))
  return {
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  } as unknown as DataTransfer
}

describe('a pasted block', () => {
  it.each<[string, string, string[][]]>([
    ['one value', 'a', [['a']]],
    [
      'rows and columns',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'line breaks of Windows and one at the end',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      '\ta\n\t',
      [
        ['', 'a'],
        ['', ''],
      ],
    ],
    ['quoted tabs, line breaks and quotes', '"a\tb\nc ""d"""\te', [['a\tb\nc "d"', 'e']]],
    ['a quoted line break of Windows', '"a\r\nb"\tc', [['a\r\nb', 'c']]],
    [
      'quotes that enclose no field',
      '"a" b\t5" x\n"open\td',
      [
        ['"a" b', '5" x'],
        ['"open', 'd'],
      ],
    ],
    ['lines of text with commas', 'Hello, you\nplain', [['Hello, you'], ['plain']]],
    [
      'CSV',
      'id,name\r\n1,"Lee, Ann"\r\n',
      [
        ['id', 'name'],
        ['1', 'Lee, Ann'],
      ],
    ],
    [
      'CSV with semicolons',
      '1;2\n3;4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['one line with a comma', 'Lee, Ann', [['Lee, Ann']]],
    ['an empty line', 'a\n\nb', [['a'], [''], ['b']]],
  ])('can be %s', (_title, text, rows) => {
    expect(parseBlock(text)).toEqual(rows)
  })

  it('of a grid of the dashboard keeps NULL apart from empty text', () => {
    const data = clipboard()
    const cells = [
      [null, ''],
      ['a\tb', '"'],
    ]
    putCells(data, cells)
    expect(readCellBlock(data)).toEqual({ cells, isExact: true })
    expect(data.getData('text/plain')).toBe('\t\n"a\tb"\t""""')
  })

  it('from elsewhere is read as text', () => {
    const data = clipboard({ 'text/plain': 'a\t', 'application/x-stoa-cells+json': '{"no":1}' })
    expect(readCellBlock(data)).toEqual({ cells: [['a', '']], isExact: false })
    expect(readCellBlock(clipboard())).toBeUndefined()
  })
})
