import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

describe('a keyed mutex', () => {
  it('runs work under one key in the order of the calls, also after work that failed', async () => {
    const mutex = createKeyedMutex()
    const seen: string[] = []
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const first = mutex.runExclusive('a', async () => {
      await gate
      seen.push('first')
      throw new Error('refused')
    })
    const second = mutex.runExclusive('a', async () => void seen.push('second'))
    await mutex.runExclusive('b', async () => void seen.push('other key'))
    open()
    await expect(first).rejects.toThrow('refused')
    await second
    expect(seen).toEqual(['other key', 'first', 'second'])
  })
})
