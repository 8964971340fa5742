import { describe, expect, it } from 'vitest'
import { onWire, ownHeaders } from './own-headers.ts'

describe('headers of a function', () => {
  it('have lower-case names, and lists of values if they are set several times', () => {
    expect(
      ownHeaders([
        ['Set-Cookie', 'a=1'],
        ['X-One', '1'],
        ['set-cookie', 'b=2'],
      ]),
    ).toEqual({ 'set-cookie': ['a=1', 'b=2'], 'x-one': '1' })
  })

  it('have only the first content type', () => {
    const types = [
      ['Content-Type', 'text/x'],
      ['content-type', 'text/y'],
    ] as const
    expect(ownHeaders(types)).toEqual({ 'content-type': 'text/x' })
  })

  it('cannot set the length or encoding of a response', () => {
    expect(
      ownHeaders([
        ['Content-Length', '3'],
        ['Transfer-Encoding', 'chunked'],
        ['X-Kept', ''],
      ]),
    ).toEqual({ 'x-kept': '' })
  })

  it.each([
    ['X Y', '1'],
    ['', '1'],
    ['X:Y', '1'],
    ['X', 'a\nSet-Cookie: b'],
    ['X', 'a\0'],
  ])('are refused as %j: %j', (name, value) => {
    expect(ownHeaders([[name, value]])).toBeUndefined()
  })

  it('are written in UTF-8', () => {
    expect(Buffer.from(onWire('grüße ⚓') ?? '', 'latin1').toString('utf8')).toBe('grüße ⚓')
  })
})
