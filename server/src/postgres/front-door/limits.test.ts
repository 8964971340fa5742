import { describe, expect, it } from 'vitest'
import { createLimits, networkOf } from './limits.ts'

const some = { maxPending: 3, maxPerAddress: 2, maxPerProject: 2 }

function scene(options = some) {
  const limits = createLimits(options)
  const dropped: string[] = []
  const admit = (address: string, name: string) => limits.admit(address, () => dropped.push(name))
  return { limits, dropped, admit }
}

describe('pending connections', () => {
  it('drop the oldest silent one of an address that has too many', () => {
    const { admit, dropped } = scene()
    admit('a', 'first')?.advance('speaking')
    admit('a', 'second')
    expect(admit('a', 'third')).toBeDefined()
    expect(dropped).toEqual(['second'])
  })

  it('drop the oldest silent one of all when there are too many', () => {
    const { admit, dropped } = scene()
    for (const name of ['one', 'two', 'three', 'four', 'five']) admit(name, name)
    expect(dropped).toEqual(['one', 'two'])
  })

  it('drop the oldest unfinished one when none is silent', () => {
    const { admit, dropped } = scene()
    for (const name of ['one', 'two', 'three']) admit(name, name)?.advance('speaking')
    expect(admit('four', 'four')).toBeDefined()
    expect(dropped).toEqual(['one'])
  })

  it('are not dropped while new if older ones stall', () => {
    const { admit, dropped } = scene({ ...some, maxPending: 6 })
    for (const name of ['one', 'two', 'three', 'four']) admit(name, name)?.advance('speaking')
    for (const name of ['new', 'newer', 'newest']) admit(name, name)
    expect(dropped).toEqual(['one'])
  })

  it('reject a newcomer rather than drop one that is sending its password', () => {
    const { admit, dropped } = scene()
    const placed = ['one', 'two', 'three'].map((name) => admit(name, name))
    for (const pending of placed) pending?.advance('authenticating')
    expect(admit('four', 'four')).toBeUndefined()
    expect(dropped).toEqual([])
    placed[0]?.leave()
    expect(admit('four', 'four')).toBeDefined()
  })

  it('free a place once, however often they leave', () => {
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

describe('a project', () => {
  it('has a limited number of places, each freed once', () => {
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

describe('networkOf', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
    ['2001:0db8::1:2', '2001:db8:0:0::/64'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
