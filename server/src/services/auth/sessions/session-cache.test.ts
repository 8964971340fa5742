import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import { createSessionCache, type LiveSession } from './session-cache.ts'

const session: LiveSession = { userId: 'u', email: 'a@b.c', aal: 'aal1', hasFactor: false }

describe('the session cache', () => {
  it('loads a session once per project and forgets projects separately', async () => {
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

  it('does not keep a session that could have ended while it was loading', async () => {
    const cache = createSessionCache(systemClock)
    const read = Promise.withResolvers<LiveSession>()
    const first = cache.find('one', 's', () => read.promise)
    // A sign-out calls this, and so does adding a second factor that this session has not verified.
    cache.forget('one')
    read.resolve(session)
    await first
    expect(await cache.find('one', 's', async () => undefined)).toBeUndefined()
  })

  it('does not remember that a session is missing', async () => {
    const cache = createSessionCache(systemClock)
    expect(await cache.find('one', 's', async () => undefined)).toBeUndefined()
    expect(await cache.find('one', 's', async () => session)).toBe(session)
  })
})
