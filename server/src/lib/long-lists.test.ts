import { expect, it } from 'vitest'
import { z } from 'zod'
import { elementOf, parseList, writeList } from './long-lists.ts'
import { runToEnd } from './turns.ts'

const Element = z.object({ id: z.int() })
const listOf = (length: number) => Array.from({ length }, (_, id) => ({ id, secret: 'x' }))

it.each([0, 1, 500, 501, 1700])('parses and writes %d values as a whole would be', (length) => {
  const whole = z.array(Element).parse(listOf(length))
  expect(runToEnd(parseList(listOf(length), Element))).toEqual(whole)
  expect(runToEnd(writeList(listOf(length), Element))).toBe(JSON.stringify(whole))
})

it('yields between the slices of a long list', () => {
  let slices = 1
  for (const work = writeList(listOf(10_000), Element); !work.next().done;) slices += 1
  expect(slices).toBe(20)
})

it('refuses what the schema refuses', () => {
  const values = [...listOf(600), { id: 'x' }]
  expect(() => runToEnd(parseList(values, Element))).toThrow(z.ZodError)
  expect(() => runToEnd(writeList(values, Element))).toThrow(z.ZodError)
})

it('recognizes lists without conditions of their own', () => {
  expect(elementOf(z.array(Element))).toBe(Element)
  expect(elementOf(z.array(Element).max(3))).toBeUndefined()
  expect(elementOf(Element)).toBeUndefined()
})
