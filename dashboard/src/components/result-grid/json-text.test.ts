import { expect, it } from 'vitest'
import { indentJson } from './json-text.ts'

it.each([
  ['{"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}'],
  ['{ "b": {}, "a" :[ ] }', '{\n  "b": {},\n  "a": []\n}'],
  ['"a, {b}: \\"c\\""', '"a, {b}: \\"c\\""'],
  ['[true,null]', '[\n  true,\n  null\n]'],
  ['{broken', '{broken'],
  ['', ''],
])('indents %s', (text, indented) => {
  expect(indentJson(text)).toBe(indented)
})

it('changes no value, key or order', () => {
  const text = '{"n": 12345678901234567890, "n": 1.10, "2": 1e400, "1": -0}'
  expect(indentJson(text).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
})
