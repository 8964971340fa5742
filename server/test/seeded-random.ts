export type SeededRandom = {
  /** An integer from 0 to `count - 1`. */
  below(count: number): number
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number
  /** True with the probability `share`, from 0 to 1. */
  happens(share: number): boolean
  oneOf<T>(list: readonly [T, ...T[]]): T
}

/** Pseudorandom numbers that are the same for the same seed on every machine (mulberry32). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (share) => next() < share,
    oneOf: (list) => list[below(list.length)] ?? list[0],
  }
}
