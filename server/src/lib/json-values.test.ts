import { expect, it } from 'vitest'
import { finish } from '../../test/finish.ts'
import { holdsMoreValues } from './json-values.ts'

const holdsMore = (text: string, most: number) =>
  finish(holdsMoreValues(Buffer.from(text), most)).value

it.each([
  ['[1,2,3]', 4],
  ['{"a":1,"b":[1,2]}', 5],
  ['{"a":"1,2,[3,{4"}', 2],
  ['{"a":"\\",[,\\\\","b":1}', 3],
])('counts the values of %s', (text, count) => {
  expect(holdsMore(text, count)).toBe(false)
  expect(holdsMore(text, count - 1)).toBe(true)
})

it('reads a long text in slices, and stops where there are too many values', () => {
  const text = `"${'\\"'.repeat(1_000_000)}"`
  expect(finish(holdsMoreValues(Buffer.from(text), 1)).slices).toBeGreaterThan(10)
  const many = finish(holdsMoreValues(Buffer.from('[1,'.repeat(1_000_000)), 100))
  expect(many).toEqual({ value: true, slices: 1 })
})
