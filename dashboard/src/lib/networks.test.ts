import { expect, it } from 'vitest'
import { isInNetworks, networkOfOne } from './networks.ts'

it.each([
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['203.0.113.7', ['10.0.0.0/8', '203.0.113.7/32'], true],
  ['203.0.113.7', ['0.0.0.0/0'], true],
  ['203.0.113.7', ['::/0'], false],
  ['2001:db8::1', ['0.0.0.0/0'], false],
  ['2001:db8::1', ['::/0'], true],
  ['2001:db8:0:1::1', ['2001:DB8::/48'], true],
  ['2001:db8:1::1', ['2001:db8::/48'], false],
  ['::1', ['::1/128'], true],
  ['64:ff9b::192.0.2.1', ['64:ff9b::c000:200/120'], true],
  ['nonsense', ['0.0.0.0/0', '::/0'], false],
  ['203.0.113.7', [], false],
])('the address %s is in the networks %s: %s', (address, networks, isIncluded) => {
  expect(isInNetworks(address, networks)).toBe(isIncluded)
})

it('writes the network of one address', () => {
  expect([networkOfOne('203.0.113.7'), networkOfOne('::1')]).toEqual(['203.0.113.7/32', '::1/128'])
})
