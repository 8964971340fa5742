import { expect, it } from 'vitest'
import { restoreLineEnds, withLineFeeds } from './line-ends.ts'

it.each([
  ['a\r\nb\r\nc', 'a\nB\nc', 'a\r\nB\r\nc'],
  ['a\rb', 'a\nb!', 'a\rb!'],
  ['a\r\nb\nc\rd', 'a\nb\nx\nc\nd', 'a\r\nb\nx\r\nc\rd'],
  ['a\r\nb\nc\rd', 'a\nd', 'a\r\nd'],
  ['a\nb', 'a\nb\nc', 'a\nb\nc'],
  ['a\r\n', '', ''],
  ['plain', 'two\nlines', 'two\nlines'],
  ['\r\n\r\n', '\n\n\n', '\r\n\r\n\r\n'],
])('keeps the line ends of %j in %j', (original, typed, expected) => {
  expect(restoreLineEnds(original, typed)).toBe(expected)
})

it.each(['a\r\nb\nc\rd', '\r\n', '\n\r', '', 'a\r\n\r\n\n'])(
  'returns %j if nothing was typed',
  (text) => {
    expect(restoreLineEnds(text, withLineFeeds(text))).toBe(text)
  },
)
