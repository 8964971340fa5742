import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import { createSessionCache, type LiveSession } from './session-cache.ts'

const session: LiveSession = { userId: 'u', email: 'a@b.c', aal: 'aal1', hasFactor: false }

describe('a session that counts', () => {
  it('is asked for once in a while, for each project by itself', async () => {
    const cache = createSessionCache(systemClock)
    const load = vi.fn<() => Promise<LiveSession>>(async () => session)
    expect(await cache.find('one', 's', load)).toBe(session)
    expect(await cache.find('one', 's', load)).toBe(session)
    expect(load).toHaveBeenCalledTimes(1)
    await cache.find('two', 's', load)
    cache.forget('two')
    await cache.find('one', 's', load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is asked for again when it may have ended while it was being read', async () => {
    const cache = createSessionCache(systemClock)
    const read = Promise.withResolvers<LiveSession>()
    const first = cache.find('one', 's', () => read.promise)
    // A sign-out, or a second factor that this session did not prove.
    cache.forget('one')
    read.resolve(session)
    await first
    expect(await cache.find('one', 's', async () => undefined)).toBeUndefined()
  })

  it('is not remembered where there is none', async () => {
    const cache = createSessionCache(systemClock)
    expect(await cache.find('one', 's', async () => undefined)).toBeUndefined()
    expect(await cache.find('one', 's', async () => session)).toBe(session)
  })
})
