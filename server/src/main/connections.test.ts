import { expect, it } from 'vitest'
import { maxConnections } from './connections.ts'

it.each([
  [256, 1000, 1512],
  [1024, 1000, 1512],
  [1024, 0, 1512],
  [600, 100, 612],
])('%i open files are too few for %i connections of an address', (files, perAddress, needed) => {
  expect(() => maxConnections(files, perAddress)).toThrow(
    expect.objectContaining({
      code: 'too_few_open_files',
      message: `The system allows the server only ${files} open files, but it needs ${needed}.`,
    }),
  )
})

it.each([
  [1512, 1000, 1000],
  [4096, 1000, 3072],
  [20_000, 0, 15_000],
  [Number.POSITIVE_INFINITY, 1000, Number.POSITIVE_INFINITY],
])(
  'of %i open files, with %i connections of an address, %i are for clients',
  (files, perAddress, max) => {
    expect(maxConnections(files, perAddress)).toBe(max)
  },
)
