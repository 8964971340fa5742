import { describe, expect, it } from 'vitest'
import {
  cellInputOf,
  cellOf,
  filterProblem,
  inputProblem,
  nowFor,
  parseJsonInput,
} from './cell-input.ts'

const column = (type: string, category = 'S', enum_values: string[] | null = null) => ({
  type,
  category,
  enum_values,
})

describe('the input of a column', () => {
  it.each([
    [column('boolean', 'B'), 'boolean'],
    [column('public.mood', 'E', ['sad', 'glad']), 'choice'],
    [column('public.mood[]', 'A', ['sad', 'glad']), 'text'],
    [column('jsonb', 'U'), 'json'],
    [column('numeric(10,2)', 'N'), 'number'],
    [column('integer[]', 'A'), 'text'],
    [column('timestamp(3) with time zone', 'D'), 'date'],
    [column('date', 'D'), 'date'],
    [column('text'), 'long-text'],
    [column('uuid', 'U'), 'text'],
    [column('name'), 'long-text'],
    [column('public.email'), 'long-text'],
  ])('of %o is %s', (given, expected) => {
    expect(cellInputOf(given)).toBe(expected)
  })
})

describe('the check of a typed value', () => {
  it.each(['12', '-1.5e10', '.5', '1_000', 'NaN', '-Infinity'])(
    'accepts %s as a number',
    (text) => {
      expect(inputProblem(column('numeric', 'N'), text)).toBeUndefined()
    },
  )

  it.each(['12a', '1,5', '--1'])('rejects "%s" as a number', (text) => {
    expect(inputProblem(column('numeric', 'N'), text)).toBe(`“${text}” is not a number.`)
  })

  it.each(['12', ' -7 ', '1_000', '0xff'])('accepts "%s" as an integer', (text) => {
    expect(inputProblem(column('integer', 'N'), text)).toBeUndefined()
  })

  it.each(['abc', '1.5', '1e3', 'NaN'])('rejects "%s" as an integer', (text) => {
    expect(inputProblem(column('bigint', 'N'), text)).toBe(`“${text}” is not an integer.`)
  })

  it('rejects empty text as a number and as a UUID', () => {
    expect(inputProblem(column('integer', 'N'), '')).toBe('Empty text is not an integer.')
    expect(inputProblem(column('uuid', 'U'), '')).toBe('Empty text is not a UUID.')
  })

  it('accepts a UUID in each of the forms that Postgres reads', () => {
    const plain = 'a0eebc999c0b4ef8bb6d6bb9bd380a11'
    for (const text of [plain, `{${plain}}`, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'])
      expect(inputProblem(column('uuid', 'U'), text)).toBeUndefined()
  })

  it('explains invalid JSON', () => {
    expect(inputProblem(column('jsonb', 'U'), '{"a": [1, 2]}')).toBeUndefined()
    expect(inputProblem(column('jsonb', 'U'), '{a: 1}')).toBeTypeOf('string')
  })

  // SPEC: "**JSON input parsing**: an empty string gives null; numeric text becomes a number."
  it('reads empty JSON input as null, and digits as a number', () => {
    expect(parseJsonInput('')).toBeNull()
    expect(parseJsonInput(' \n')).toBeNull()
    expect(parseJsonInput('42')).toBe(42)
    expect(parseJsonInput('-1.5e3')).toBe(-1500)
    expect(inputProblem(column('jsonb', 'U'), '')).toBeUndefined()
    expect(cellOf('json', '')).toBeNull()
    expect(cellOf('json', '42')).toBe('42')
    expect(cellOf('long-text', '')).toBe('')
  })

  it('accepts any text for a text column', () => {
    expect(inputProblem(column('text'), '{')).toBeUndefined()
  })
})

describe('the check of a filter', () => {
  const id = column('integer', 'N')
  const mood = column('public.mood', 'E', ['sad', 'glad'])
  it.each([
    [id, 'eq', 'abc', '“abc” is not an integer.'],
    [id, 'in', '1, two', '“two” is not an integer.'],
    [mood, 'eq', 'angry', '“angry” is not a value of public.mood.'],
    [column('boolean', 'B'), 'eq', 'maybe', '“maybe” is neither true nor false.'],
  ] as const)('of %o %s "%s" says: %s', (given, operator, value, problem) => {
    expect(filterProblem(given, { operator, value })).toBe(problem)
  })

  it.each([
    [id, 'eq', '7'],
    [id, 'in', '1, 2'],
    [id, 'in', ''],
    [id, 'in', '"1", 2'],
    [id, 'ilike', 'a%'],
    [id, 'is', 'null'],
    [mood, 'eq', 'sad'],
    [column('boolean', 'B'), 'eq', 'true'],
    [column('text'), 'eq', ''],
    [column('jsonb', 'U'), 'eq', '{'],
  ] as const)('of %o %s "%s" finds no problem', (given, operator, value) => {
    expect(filterProblem(given, { operator, value })).toBeUndefined()
  })
})

describe('the current time', () => {
  const moment = new Date(2026, 0, 2, 3, 4, 5)
  it('is formatted for the type of the column', () => {
    expect(nowFor('date', moment)).toBe('2026-01-02')
    expect(nowFor('time without time zone', moment)).toBe('03:04:05')
    expect(nowFor('timestamp without time zone', moment)).toBe('2026-01-02 03:04:05')
    expect(nowFor('timestamp with time zone', moment)).toMatch(/^2026-01-02 03:04:05[+-]\d\d:\d\d$/)
  })
})
