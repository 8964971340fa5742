import { describe, expect, it } from 'vitest'
import { finish } from '../../../../test/finish.ts'
import { createSeededRandom } from '../../../../test/seeded-random.ts'
import { readJsonShape, SLICE } from './json-shape.ts'

/** Only the keys that all rows share count. */
function shapeOf(text: string) {
  const { value } = finish(readJsonShape(Buffer.from(text)))
  return value && { ...value, keys: value.isUniform ? value.keys : [] }
}

/** The same result, computed from the parsed values. */
function expectedShape(text: string) {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Array.isArray(value)) {
    const rows: unknown[] = value
    const first = keysOf(rows[0])
    const isUniform = rows.every((row) => sorted(row) === sorted(rows[0]) && keysOf(row))
    return { kind: 'list', keys: isUniform ? (first ?? []) : [], isUniform }
  }
  const keys = keysOf(value)
  return { kind: keys ? 'object' : 'other', keys: keys ?? [], isUniform: true }
}

const sorted = (row: unknown) => JSON.stringify(keysOf(row)?.toSorted())
const keysOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
    : undefined

const TEXTS = [
  '',
  ' ',
  '{}',
  '[]',
  ' [ ] ',
  '{"a":1}',
  '{"a":1,}',
  '{,}',
  '[,]',
  '[1,]',
  '{"a"}',
  '{"a":}',
  '{"a":1 "b":2}',
  '{a:1}',
  "{'a':1}",
  '{"a":1}}',
  '[[]',
  ']',
  '}',
  ':',
  ',',
  '1',
  '-1',
  '-',
  '01',
  '-0',
  '-01',
  '0.5',
  '.5',
  '1.',
  '1.5e3',
  '1e',
  '1e+',
  '1E-2',
  '1e5.5',
  '+1',
  '0x1',
  'NaN',
  'Infinity',
  'true',
  'tru',
  'truee',
  'false',
  'null',
  'nul',
  'True',
  '"a"',
  '"a',
  '"\\"',
  '"\\u12"',
  '"\\u00e9"',
  '"\\x"',
  '"\u0001"',
  '"\t"',
  '"é😀"',
  '\uFEFF{}',
  '{}{}',
  '[] []',
  '{} x',
  'é',
  '[1 2]',
  '[true,false,null,"a",1]',
  '{"a":{"b":1},"c":[{"d":2}]}',
  '[{"a":1},{"a":2}]',
  '[{"a":1},{"b":2}]',
  '[{"a":1,"b":2},{"b":1,"a":2}]',
  '[{"a":1},{"a":1,"b":2}]',
  '[{"a":1,"b":2},{"a":1}]',
  '[{"a":1,"a":2},{"a":1}]',
  '[{"a":1},{"a":1,"a":2}]',
  '[{"\\u0061":1},{"a":2}]',
  '[{"a":1,"b":1},{"b":1,"b":2}]',
  '[{},{}]',
  '[{},{"a":1}]',
  '[{"a":1},{}]',
  '[1,{"a":1}]',
  '[{"a":1},1]',
  '[[{"a":1}]]',
  '[{"a":1},[]]',
  '[{"a":1},null]',
  '[{"a":1},"a"]',
  '{"__proto__":1,"constructor":2}',
  '[{"__proto__":1},{"__proto__":2}]',
  '{"":1}',
  '[{"":1},{}]',
  '{"a\\"b":1}',
  '[{"a":{"x":1}},{"a":{"y":1}}]',
  '[{"a":[{"x":1}]},{"a":[{"y":1},2]}]',
  '\n{\t"a"\r:\n1 }\t',
  '{"a":1,"b":2,"c":3}',
  '[{"a":1,"b":2,"c":3},{"a":1,"c":3,"b":2},{"c":1,"a":1,"b":1}]',
  '\0',
  '{}\0',
  ' {}',
]

describe('the shape of JSON', () => {
  it.each(TEXTS)('matches its parsed values: %j', (text) => {
    expect(shapeOf(text)).toEqual(expectedShape(text))
  })

  it('matches its values for any text', () => {
    const random = createSeededRandom(7)
    const pieces: readonly [string, ...string[]] = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '"\\u0061"',
      '1',
      '-0.5e3',
      'true',
      'null',
      ' ',
      '"',
      '{"a":1}',
      '[]',
      '\\',
    ]
    for (let round = 0; round < 5000; round += 1) {
      const count = random.between(1, 12)
      let text = ''
      for (let at = 0; at < count; at += 1) text += random.oneOf(pieces)
      expect(shapeOf(text)).toEqual(expectedShape(text))
    }
  })

  it.each([
    ['a long string', JSON.stringify({ a: 'x'.repeat(10 * SLICE) })],
    ['a string of escapes', JSON.stringify({ a: '"\u0001é'.repeat(2 * SLICE) })],
    ['a long key', JSON.stringify({ ['x'.repeat(10 * SLICE)]: 1 })],
    ['many keys', `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join()}}`],
    ['many elements', `[${'{},'.repeat(300_000)}{}]`],
    ['many scalars', `[${'1,'.repeat(500_000)}1]`],
    ['rows in another order', `[{"a":1,"b":2}${',{"b":1,"a":2}'.repeat(50_000)}]`],
    ['blanks', `${' '.repeat(10 * SLICE)}{}`],
  ])('is read in slices: %s', (_name, text) => {
    const { value, slices } = finish(readJsonShape(Buffer.from(text)))
    expect(value).toBeDefined()
    expect(slices).toBeGreaterThanOrEqual(text.length / SLICE - 2)
  })

  it('has no more keys than a table has columns, and no key longer than a name', () => {
    const shape = shapeOf(
      `{${Array.from({ length: 5000 }, (_, at) => `"${'x'.repeat(1000)}${at}":1`).join()}}`,
    )
    expect(shape?.keys.length).toBeLessThanOrEqual(2000)
    expect(Math.max(...(shape?.keys ?? []).map((key) => key.length))).toBeLessThanOrEqual(100)
  })

  it.each(['[', '{"a":', '[{"a":'])('is refused if it is nested too deeply: %s', (text) => {
    const work = readJsonShape(Buffer.from(text.repeat(1_000_000)))
    expect(() => work.next()).toThrow('nested too deeply')
  })

  it('is refused if a number is longer than any in Postgres', () => {
    expect(shapeOf('9'.repeat(199_000))?.kind).toBe('other')
    expect(shapeOf('9'.repeat(5_000_000))).toBeUndefined()
  })
})
