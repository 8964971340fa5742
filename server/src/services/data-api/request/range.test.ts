import { describe, expect, it } from 'vitest'
import { parseRange } from './range.ts'

describe('the requested range of rows', () => {
  it.each([
    [undefined, undefined, undefined, 0, undefined],
    [undefined, 3, undefined, 0, 3],
    [undefined, undefined, 2, 2, undefined],
    [undefined, 3, 2, 2, 3],
    ['5-9', undefined, undefined, 5, 5],
    ['5-', undefined, undefined, 5, undefined],
    ['5-9', 7, undefined, 5, 2],
    ['5-9', 2, 6, 6, 2],
    ['items=5-9', undefined, undefined, 0, undefined],
    ['99999999999999999999-', undefined, undefined, Number.MAX_SAFE_INTEGER, undefined],
    ['5-9', 0, undefined, 0, 0],
    [undefined, undefined, -4, 0, undefined],
    [undefined, 3, -2, 0, 1],
    [undefined, 2, -2, 0, 0],
  ])(
    'of header %s, limit %s and offset %s begins at %s with %s',
    (header, limit, offset, ...range) => {
      expect(parseRange(header, limit, offset)).toEqual({ offset: range[0], limit: range[1] })
    },
  )

  const none = 'Limit should be greater than or equal to zero.'
  const backwards =
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.'
  it.each([
    [undefined, -1, undefined, none],
    [undefined, 0, 2, none],
    [undefined, 1, -4, none],
    ['5-9', 2, undefined, none],
    ['1-0', undefined, undefined, backwards],
    ['1-0', 5, undefined, backwards],
  ])('of header %s, limit %s and offset %s is refused', (header, limit, offset, details) => {
    expect(() => parseRange(header, limit, offset)).toThrow(
      expect.objectContaining({ code: 'PGRST103', status: 416, details }),
    )
  })
})
