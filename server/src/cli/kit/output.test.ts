import { expect, it } from 'vitest'
import { columns, table } from './output.ts'

it('columns line up in every script', () => {
  const text = columns([
    ['a', '東京', 'x'],
    ['long', 'é👩🏽‍💻', 'y'],
  ])
  expect(text).toBe('a     東京  x\nlong  é👩🏽‍💻    y')
})

it('a table without rows is a sentence', () => {
  expect(table(['A'], [], 'There is nothing.')).toBe('There is nothing.')
})
