import { expect, it } from 'vitest'
import { blockOf, blocksOf, drawId, isInRange } from './id-range.ts'

const range = { first: 0x6000_0000, last: 0x6fff_ffff }

it('draws an id that is not taken, and fails if there is none', () => {
  const few = { first: 5, last: 8 }
  expect(drawId(few, (id) => id !== 6)).toBe(6)
  expect(() => drawId(few, () => true)).toThrow('All ids from 5 to 8 are in use')
})

it('is divided into blocks that do not overlap', () => {
  const blocks = Array.from({ length: blocksOf(range) }, (_, index) => blockOf(range, index))
  expect(blocks).toHaveLength(256)
  expect([blocks[0]?.first, blocks.at(-1)?.last]).toEqual([range.first, range.last])
  const firsts = blocks.slice(1).map(({ first }) => first)
  expect(firsts).toEqual(blocks.slice(0, -1).map(({ last }) => last + 1))
  expect(blocks.every(({ first, last }) => isInRange(range, first) && isInRange(range, last))).toBe(
    true,
  )
})
