import { expect, it } from 'vitest'
import { pathOf, rawQueryOf } from './request-url.ts'

it.each([
  ['/todos', '/todos', ''],
  ['/todos?', '/todos', ''],
  ['/todos?a=1&b=?', '/todos', 'a=1&b=?'],
  ['', '', ''],
])('splits %j at its first question mark', (url, path, query) => {
  expect(pathOf(url)).toBe(path)
  expect(rawQueryOf(url)).toBe(query)
})
