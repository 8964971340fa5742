import { expect, it } from 'vitest'
import { withoutRun } from './without-run.ts'

it.each([
  ['', ''],
  ['xx', ''],
  ['axx', 'a'],
  ['xax', 'xa'],
  ['xa', 'xa'],
])('shortens %j to %j', (text, rest) => {
  expect(withoutRun(text, 'x')).toBe(rest)
})
