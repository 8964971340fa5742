import { afterEach, expect, it, vi } from 'vitest'
import { randomId } from './random-id.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => vi.unstubAllGlobals())

it('generates a version 4 UUID', () => {
  expect(randomId()).toMatch(UUID)
})

it('generates a UUID on an insecure page, where browsers offer no randomUUID', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const ids = new Set(Array.from({ length: 50 }, () => randomId()))
  expect(ids.size).toBe(50)
  for (const id of ids) expect(id).toMatch(UUID)
})
