import { expect, it } from 'vitest'
import { likePattern } from './like-pattern.ts'

it('escapes the characters that have a meaning in patterns', () => {
  expect(likePattern('todo')).toBe('%todo%')
  expect(likePattern('100%_\\')).toBe(String.raw`%100\%\_\\%`)
})
