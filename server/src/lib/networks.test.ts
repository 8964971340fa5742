import { expect, it } from 'vitest'
import { isPublicAddress } from './networks.ts'

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
