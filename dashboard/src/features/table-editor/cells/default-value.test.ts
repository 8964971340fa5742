import { describe, expect, it } from 'vitest'
import { defaultOf } from './default-value.ts'

const column = (default_value: string | null) => ({
  default_value,
  identity: null,
  is_generated: false,
})

describe('the default of a column', () => {
  it.each([
    ["'draft'::text", 'draft'],
    ["''::character varying(20)", ''],
    ["'it''s'::text", "it's"],
    ["'{}'::integer[]", '{}'],
    ["'sad'::public.mood", 'sad'],
    ['0', '0'],
    ["'-1'::integer", '-1'],
    ['(-1)', '-1'],
    ['1.50', '1.50'],
    ['true', 't'],
    ['NULL::text', null],
  ])('%s is the literal value %s', (text, value) => {
    expect(defaultOf(column(text))).toEqual({ kind: 'literal', value })
  })

  it.each(['now()', 'gen_random_uuid()', "('a'::text || 'b'::text)", "nextval('s'::regclass)"])(
    '%s is an expression that the database evaluates',
    (text) => {
      expect(defaultOf(column(text))).toEqual({ kind: 'expression', text })
    },
  )

  it('is none if the column has none, and the next number for an identity column', () => {
    expect(defaultOf(column(null))).toEqual({ kind: 'none' })
    expect(defaultOf({ ...column(null), identity: 'always' })).toEqual({
      kind: 'expression',
      text: 'next number',
    })
  })
})
