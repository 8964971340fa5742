import { describe, expect, it } from 'vitest'
import { isNestedBeyond } from './json-depth.ts'

describe('the depth of a JSON text', () => {
  it.each([
    ['[]', 1, false],
    ['[[]]', 1, true],
    ['{"a":{"b":1}}', 1, true],
    ['[[],[],[]]', 2, false],
    [String.raw`{"a":"[[[[","b":"\"[[[["}`, 1, false],
    [String.raw`["\\",[[1]]]`, 2, true],
    ['["never closed [[[[', 1, false],
    ['', 0, false],
  ])('of %s is beyond %i: %s', (text, levels, expected) => {
    expect(isNestedBeyond(text, levels)).toBe(expected)
  })
})
