import { expect, it } from 'vitest'
import { columns, table } from './output.ts'

it('columns() aligns text in every script', () => {
  const text = columns([
    ['a', '東京', 'x'],
    ['long', 'é👩🏽‍💻', 'y'],
  ])
  expect(text).toBe('a     東京  x\nlong  é👩🏽‍💻    y')
})

it('table() returns the sentence for an empty table if there are no rows', () => {
  expect(table(['A'], [], 'There is nothing.')).toBe('There is nothing.')
})
