import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

function* slices(name: string, count: number, log: string[]): Generator<void, string> {
  for (let slice = 1; slice < count; slice += 1) {
    log.push(`${name}${slice}`)
    yield
  }
  log.push(`${name}${count}`)
  return name
}

describe('turns', () => {
  it('return the result of short work directly', () => {
    expect(createTurns()(slices('a', 1, []))).toBe('a')
  })

  it('run one slice per turn of the event loop, of several computations in order', async () => {
    const inTurns = createTurns()
    const log: string[] = []
    const all = Promise.all([inTurns(slices('a', 3, log)), inTurns(slices('b', 3, log))])
    const seen = [log.length]
    while (log.length < 6) {
      await turn()
      seen.push(log.length)
    }
    expect(await all).toEqual(['a', 'b'])
    expect(log).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
    expect(seen.every((count, at) => at === 0 || count - (seen[at - 1] ?? 0) <= 1)).toBe(true)
  })

  it('pass on errors of the work, and continue with other work', async () => {
    const inTurns = createTurns()
    function* failing(): Generator<void, never> {
      yield
      throw new Error('of no use')
    }
    const other = inTurns(slices('a', 4, []))
    await expect(inTurns(failing())).rejects.toThrow('of no use')
    expect(await other).toBe('a')
  })
})
