import { describe, expect, it } from 'vitest'
import { finish } from '../../../../test/finish.ts'
import { convertCsv } from './csv.ts'
import { SLICE } from './json-shape.ts'

function parseCsv(text: string): { readonly keys: readonly string[]; readonly rows: unknown } {
  const { keys, json } = finish(convertCsv(Buffer.from(text))).value
  return { keys, rows: JSON.parse(json.toString()) }
}

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

  it('can have no rows, and a byte order mark', () => {
    expect(parseCsv('\uFEFFa,b')).toEqual({ keys: [], rows: [] })
    expect(parseCsv('\uFEFFa,b\n1,2').keys).toEqual(['a', 'b'])
  })

  it('skips blank lines and fields without a key', () => {
    expect(parseCsv('a,b\n\n1,2,3\n\n')).toEqual({ keys: ['a', 'b'], rows: [{ a: '1', b: '2' }] })
  })

  it('can omit the last fields in all lines, but not only in some', () => {
    expect(parseCsv('a,b\n1\n2')).toEqual({ keys: ['a'], rows: [{ a: '1' }, { a: '2' }] })
    expect(() => parseCsv('a,b\n1\n2,3')).toThrow('All lines must have same number of fields')
  })

  it.each(['', '\n', 'a,b\n1,2\n3', 'a\n"x', 'a\nx"y', 'a\n"x"y'])('refuses %j', (text) => {
    expect(() => parseCsv(text)).toThrow(/csv|fields/)
  })

  it('keeps characters that JSON escapes, and those of several bytes', () => {
    const text = '"a ""b"" \\c"\n"\u0001\t\r\n""\\"\né😀\n'
    expect(parseCsv(text)).toEqual({
      keys: ['a "b" \\c'],
      rows: [{ 'a "b" \\c': '\u0001\t\r\n"\\' }, { 'a "b" \\c': 'é😀' }],
    })
  })

  it('accepts keys that every JavaScript object has', () => {
    const { keys, json } = finish(convertCsv(Buffer.from('__proto__,constructor\n1,2'))).value
    expect(keys).toEqual(['__proto__', 'constructor'])
    expect(json.toString()).toBe('[{"__proto__":"1","constructor":"2"}]')
  })

  it.each([
    ['one long field', `a\n"${'x'.repeat(10 * SLICE)}"`],
    ['a field of quotes', `a\n"${'""'.repeat(5 * SLICE)}"`],
    ['a line of commas', `a\n${','.repeat(10 * SLICE)}`],
    ['many lines', `a,b\n${'1,2\n'.repeat(3 * SLICE)}`],
    ['blank lines', `a\n${'\n'.repeat(10 * SLICE)}`],
    ['lines of quotes', `a\n${'""\n'.repeat(4 * SLICE)}`],
  ])('is read in slices: %s', (_name, text) => {
    const { slices } = finish(convertCsv(Buffer.from(text)))
    expect(slices).toBeGreaterThanOrEqual(10)
  })

  it.each([
    ['thousands of columns', ','.repeat(3000)],
    ['a first line of commas without end', ','.repeat(20_000_000)],
    ['a first line without end', 'x'.repeat(20_000_000)],
    ['a quoted first line without end', `"${'x'.repeat(20_000_000)}`],
  ])('refuses %s before it reads the rest', (_name, text) => {
    const work = convertCsv(Buffer.from(text))
    expect(() => work.next()).toThrow(/csv/)
  })

  it('is refused if it becomes much larger than any JSON body', () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `a_name_of_a_column_that_is_long_${at}`)
    const work = convertCsv(Buffer.from(`${keys.join()}\n${`${','.repeat(999)}\n`.repeat(3000)}`))
    expect(() => finish(work)).toThrow('larger than 67108864 bytes')
  })
})
