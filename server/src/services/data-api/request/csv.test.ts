import { describe, expect, it } from 'vitest'
import { parseCsv } from './csv.ts'

describe('CSV', () => {
  it('takes the keys from its first line', () => {
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

  it('reads NULL as null and an empty field as an empty text', () => {
    expect(parseCsv('a,b,c\nNULL,,').rows).toEqual([{ a: null, b: '', c: '' }])
  })

  it('may have no rows, and a byte order mark', () => {
    expect(parseCsv('\uFEFFa,b')).toEqual({ keys: [], rows: [] })
    expect(parseCsv('\uFEFFa,b\n1,2').keys).toEqual(['a', 'b'])
  })

  it('skips blank lines and fields without a key', () => {
    expect(parseCsv('a,b\n\n1,2,3\n\n')).toEqual({ keys: ['a', 'b'], rows: [{ a: '1', b: '2' }] })
  })

  it('may omit the last fields in every line, but not in a single one', () => {
    expect(parseCsv('a,b\n1\n2')).toEqual({ keys: ['a'], rows: [{ a: '1' }, { a: '2' }] })
    expect(() => parseCsv('a,b\n1\n2,3')).toThrow('All lines must have same number of fields')
  })

  it.each(['', '\n', 'a,b\n1,2\n3', 'a\n"x', 'a\nx"y', 'a\n"x"y'])('refuses %j', (text) => {
    expect(() => parseCsv(text)).toThrow(/csv|fields/)
  })
})
