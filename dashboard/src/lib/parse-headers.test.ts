import { expect, it } from 'vitest'
import { parseHeaders } from './parse-headers.ts'

it.each([
  ['', []],
  ['content-type: text/plain', [['content-type', 'text/plain']]],
  [
    '\n X-One:1 \r\n\nx-two :  a: b',
    [
      ['X-One', '1'],
      ['x-two', 'a: b'],
    ],
  ],
  ['x-empty:', [['x-empty', '']]],
  ['no colon', 'no colon'],
  ['a: b\nbad name: c', 'bad name: c'],
  ['x: 😀', 'x: 😀'],
])('reads %j', (text, expected) => {
  expect(parseHeaders(text)).toEqual(expected)
})
