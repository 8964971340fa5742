import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsJson,
  parseAsString,
  parseAsStringLiteral,
  parseAsTimestamp,
} from 'nuqs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const theme = parseAsStringLiteral(['light', 'dark'])
const json = parseAsJson(z.object({ size: z.number() }))

// SPEC: "**URL-state helper**: parses numbers, booleans, timestamps, enumerations, JSON and lists."
it('the library for state in the address reads what the specification lists', () => {
  expect(parseAsInteger.parse('42')).toBe(42)
  expect(parseAsBoolean.parse('true')).toBe(true)
  expect(parseAsTimestamp.parse('1700000000000')).toEqual(new Date(1_700_000_000_000))
  expect(theme.parse('dark')).toBe('dark')
  expect(json.parse('{"size":3}')).toEqual({ size: 3 })
  expect(parseAsArrayOf(parseAsString).parse('a,b')).toEqual(['a', 'b'])
})

// SPEC: "A value that fails to parse becomes null."
it('and reads nothing out of nonsense', () => {
  expect(parseAsInteger.parse('forty')).toBeNull()
  expect(parseAsTimestamp.parse('yesterday')).toBeNull()
  expect(theme.parse('pink')).toBeNull()
  expect(json.parse('{"size":')).toBeNull()
  expect(json.parse('{"size":"3"}')).toBeNull()
})
