import { describe, expect, it } from 'vitest'
import { createNames, nearest, TYPING_MISTAKE } from './nearest.ts'

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
    ['boz', ['Box', 'box', 'BOX'], 'box'],
    ['boz', ['box', 'Box'], 'box'],
    ['', ['test'], undefined],
    ['x', [], undefined],
  ])('to %s among %j is %s', (written, names, expected) => {
    expect(nearest(written, names)).toBe(expected)
  })

  it.each([
    ['journeyz', 'journeys'],
    ['journezz', 'journeys'],
    ['jourzzzz', undefined],
    ['journeys_of_last_year', undefined],
  ])('to %s is %s where only a typing mistake is forgiven', (written, expected) => {
    expect(createNames(['journeys', 'ports']).nearest(written, TYPING_MISTAKE)).toBe(expected)
  })
})
