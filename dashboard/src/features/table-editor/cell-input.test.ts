import { describe, expect, it } from 'vitest'
import { cellInputOf, cellOf, inputProblem, nowFor, parseJsonInput } from './cell-input.ts'

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
  ])('of %o is %s', (given, expected) => {
    expect(cellInputOf(given)).toBe(expected)
  })
})

describe('the check of a typed value', () => {
  it.each(['12', '-1.5e10', '.5', '1_000', 'NaN', '-Infinity'])(
    'accepts %s as a number',
    (text) => {
      expect(inputProblem('number', text)).toBeUndefined()
    },
  )

  it.each(['', '12a', '1,5', '--1'])('rejects "%s" as a number', (text) => {
    expect(inputProblem('number', text)).toBe('Not a number')
  })

  it('explains invalid JSON', () => {
    expect(inputProblem('json', '{"a": [1, 2]}')).toBeUndefined()
    expect(inputProblem('json', '{a: 1}')).toBeTypeOf('string')
  })

  // SPEC: "**JSON input parsing**: an empty string gives null; numeric text becomes a number."
  it('reads empty JSON input as null, and digits as a number', () => {
    expect(parseJsonInput('')).toBeNull()
    expect(parseJsonInput(' \n')).toBeNull()
    expect(parseJsonInput('42')).toBe(42)
    expect(parseJsonInput('-1.5e3')).toBe(-1500)
    expect(inputProblem('json', '')).toBeUndefined()
    expect(cellOf('json', '')).toBeNull()
    expect(cellOf('json', '42')).toBe('42')
    expect(cellOf('long-text', '')).toBe('')
  })

  it('accepts any text for a text column', () => {
    expect(inputProblem('long-text', '{')).toBeUndefined()
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
