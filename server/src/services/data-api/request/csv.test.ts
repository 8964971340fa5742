import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

describe('CSV', () => {
  it('is read with its first line as keys', () => {
    expect(parseCsv('a,b\n1,2\n3,4\n')).toEqual({
      keys: ['a', 'b'],
      rows: [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    })
  })

  it('keeps commas, quotes and line ends of quoted fields', () => {
    expect(parseCsv('a,"b c"\r\n"x, ""y""","1\r\n2"').rows).toEqual([
      { a: 'x, "y"', 'b c': '1\r\n2' },
    ])
  })

  it('reads NULL as null and nothing as an empty text', () => {
    expect(parseCsv('a,b,c\nNULL,,').rows).toEqual([{ a: null, b: '', c: '' }])
  })

  it('may have no rows, and a byte order mark', () => {
    expect(parseCsv('\uFEFFa,b')).toEqual({ keys: ['a', 'b'], rows: [] })
  })

  it.each(['', '\n', 'a,b\n1', 'a\n"x', 'a\nx"y', 'a\n"x"y'])('refuses %j', (text) => {
    expect(() => parseCsv(text)).toThrow(/csv|fields/)
  })
})
