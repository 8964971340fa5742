import { describe, expect, it } from 'vitest'
import { createLimits } from './limits.ts'

const some = { maxPending: 3, maxPerAddress: 2, maxPerProject: 2 }

function scene(options = some) {
  const limits = createLimits(options)
  const dropped: string[] = []
  const admit = (address: string, name: string) => limits.admit(address, () => dropped.push(name))
  return { limits, dropped, admit }
}

describe('the limits of pending connections', () => {
  it('drop the oldest silent connection of an address over its limit', () => {
    const { admit, dropped } = scene()
    admit('a', 'first')?.advance('speaking')
    admit('a', 'second')
    expect(admit('a', 'third')).toBeDefined()
    expect(dropped).toEqual(['second'])
  })

  it('drop the oldest silent connection at the overall limit', () => {
    const { admit, dropped } = scene()
    for (const name of ['one', 'two', 'three', 'four', 'five']) admit(name, name)
    expect(dropped).toEqual(['one', 'two'])
  })

  it('drop the oldest unfinished connection if none is silent', () => {
    const { admit, dropped } = scene()
    for (const name of ['one', 'two', 'three']) admit(name, name)?.advance('speaking')
    expect(admit('four', 'four')).toBeDefined()
    expect(dropped).toEqual(['one'])
  })

  it('keep new silent connections while older ones have stalled', () => {
    const { admit, dropped } = scene({ ...some, maxPending: 6 })
    for (const name of ['one', 'two', 'three', 'four']) admit(name, name)?.advance('speaking')
    for (const name of ['new', 'newer', 'newest']) admit(name, name)
    expect(dropped).toEqual(['one'])
  })

  it('refuse a new connection rather than drop one that is authenticating', () => {
    const { admit, dropped } = scene()
    const placed = ['one', 'two', 'three'].map((name) => admit(name, name))
    for (const pending of placed) pending?.advance('authenticating')
    expect(admit('four', 'four')).toBeUndefined()
    expect(dropped).toEqual([])
    placed[0]?.leave()
    expect(admit('four', 'four')).toBeDefined()
  })

  it('free one place, even if a connection leaves twice', () => {
    const { admit, dropped } = scene()
    const first = admit('a', 'first')
    admit('a', 'second')?.advance('authenticating')
    first?.leave()
    first?.leave()
    admit('a', 'third')?.advance('authenticating')
    expect(admit('a', 'fourth')).toBeUndefined()
    expect(dropped).toEqual([])
  })
})

describe('the limit of connections per project', () => {
  it('refuses further connections, and frees one place even if a connection leaves twice', () => {
    const { limits } = scene()
    const leave = limits.enterProject('x')
    limits.enterProject('x')
    expect(limits.enterProject('x')).toBeUndefined()
    expect(limits.enterProject('y')).toBeDefined()
    leave?.()
    leave?.()
    expect(limits.enterProject('x')).toBeDefined()
    expect(limits.enterProject('x')).toBeUndefined()
  })
})
