import { expect, it } from 'vitest'
import { isPublicAddress, networkList } from './networks.ts'

it.each([
  ['1.1.1.1', true],
  ['100.100.1.1', false],
  ['2606:4700::1111', true],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2001:200::1', true],
  ['3fff::1', false],
  ['::ffff:8.8.8.8', false],
  ['ff02::1', false],
  ['nonsense', false],
])('the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

it.each([
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.7', ['203.0.113.7/32'], true],
  ['::FFFF:203.0.113.7', ['::/0'], false],
  ['203.0.113.7', ['::/0'], false],
  ['203.0.113.7', ['0.0.0.0/0'], true],
  ['2001:db8::1', ['0.0.0.0/0'], false],
  ['2001:db8:0:1::1', ['10.0.0.0/8', '2001:db8::/48'], true],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['203.0.113.7', [], false],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['nonsense', ['0.0.0.0/0', '::/0'], false],
])('the address %s is in the networks %s: %s', (address, networks, isIncluded) => {
  expect(networkList(networks).includes(address)).toBe(isIncluded)
})
