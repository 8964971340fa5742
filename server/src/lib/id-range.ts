import { randomInt } from 'node:crypto'

/** Consecutive user ids of the operating system, both ends included. */
export type IdRange = { readonly first: number; readonly last: number }

export const isInRange = ({ first, last }: IdRange, id: number): boolean =>
  id >= first && id <= last

/** A random id of the range, or the next free one. Throws if the range is exhausted. */
export function drawId({ first, last }: IdRange, isTaken: (id: number) => boolean): number {
  const drawn = randomInt(first, last + 1)
  let id = drawn
  while (isTaken(id)) {
    id = id === last ? first : id + 1
    if (id === drawn) throw new Error(`All ids from ${first} to ${last} are in use`)
  }
  return id
}

const BLOCK_SIZE = 2 ** 20

/** Number of blocks in a range. */
export const blocksOf = ({ first, last }: IdRange): number =>
  Math.floor((last - first + 1) / BLOCK_SIZE)

/** One of the equal parts of a range, so that installations on one machine can share it. */
export function blockOf({ first }: IdRange, index: number): IdRange {
  const start = first + index * BLOCK_SIZE
  return { first: start, last: start + BLOCK_SIZE - 1 }
}
