import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCancelKeys } from './cancel-keys.ts'

it('distinguishes sessions of different clusters with the same process id', () => {
  const keys = createCancelKeys()
  const [a, b] = [randomBytes(4), randomBytes(32)]
  keys.remember({ pid: 7, secret: a }, '/a')
  keys.remember({ pid: 7, secret: b }, '/b')
  expect(keys.find({ pid: 7, secret: a })).toBe('/a')
  expect(keys.find({ pid: 7, secret: b })).toBe('/b')
  expect(keys.find({ pid: 8, secret: a })).toBeUndefined()
  expect(keys.find({ pid: 7, secret: b.subarray(0, 31) })).toBeUndefined()
  expect(keys.find({ pid: 7, secret: randomBytes(4) })).toBeUndefined()
})

it('forgets only the session that ended', () => {
  const keys = createCancelKeys()
  const secret = randomBytes(4)
  const forget = keys.remember({ pid: 7, secret }, '/a')
  forget()
  expect(keys.find({ pid: 7, secret })).toBeUndefined()
  keys.remember({ pid: 7, secret }, '/b')
  forget()
  expect(keys.find({ pid: 7, secret })).toBe('/b')
})
