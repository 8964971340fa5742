import { describe, expect, it } from 'vitest'
import { canonicalRequest } from './canonical-request.ts'

const queryOf = (url: string) =>
  canonicalRequest(
    { method: 'GET', url, headers: {} },
    { signedHeaders: [], payloadHash: '' },
  ).split('\n')[2]

describe('canonicalRequest', () => {
  it.each([
    ['sorts parameters by their names before their values', '/?a-b=1&a=2&a=1', 'a=1&a=2&a-b=1'],
    ['gives a parameter without value an empty one', '/?uploads&a', 'a=&uploads='],
    ['takes a plus for a plus', '/?a=+%20', 'a=%2B%20'],
    ['leaves out the signature itself', '/?X-Amz-Signature=1&b=2', 'b=2'],
    ['encodes what RFC 3986 reserves', "/?a=!'()*~", 'a=%21%27%28%29%2A~'],
  ])('%s', (_, url, expected) => {
    expect(queryOf(url)).toBe(expected)
  })
})
