import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

describe('the nearest name', () => {
  it.each([
    ['film', ['films', 'directors'], 'films'],
    ['role', ['directors', 'roles', 'actors'], 'roles'],
    ['testt', ['test', 'another'], 'test'],
    ['other', ['another', 'test'], 'another'],
    ['noclosealternative', ['test', 'another'], undefined],
    ['(nam, pqaram, vall)', ['(attr, id)', '(name, param, val)'], '(name, param, val)'],
    ['(id)', ['(attr, id)', '(name, param, val)'], '(attr, id)'],
    ['(noclosealternative)', ['(attr, id)', '(name, param, val)'], undefined],
    ['', ['test'], undefined],
    ['x', [], undefined],
  ])('to %s among %j is %s', (written, names, expected) => {
    expect(nearest(written, names)).toBe(expected)
  })
})
