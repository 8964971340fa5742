import { describe, expect, it } from 'vitest'
import { silentLog, type Log } from '../lib/log.ts'
import { createShutdown, type Part } from './shutdown.ts'

const PARTS: readonly Part[] = [
  'requests',
  'background work',
  'projects',
  'services',
  'control plane',
  'doors',
  'watchdog',
  'log',
  'lock',
]

function setUp(deadlinesMs: Partial<Record<Part, number>> = {}) {
  const done: string[] = []
  const logged: unknown[] = []
  const log: Log = { ...silentLog, error: (fields) => void logged.push(fields) }
  return { shutdown: createShutdown({ log, deadlinesMs }), done, logged }
}

describe('the shutdown of an installation', () => {
  it('stops the parts one after another, regardless of the order they were added in', async () => {
    const { shutdown, done } = setUp()
    for (const part of PARTS.toReversed())
      shutdown.add(part, async () => {
        done.push(`begin ${part}`)
        await new Promise((resolve) => setImmediate(resolve))
        done.push(`end ${part}`)
      })
    await shutdown.run()
    expect(done).toEqual(PARTS.flatMap((part) => [`begin ${part}`, `end ${part}`]))
  })

  it.each([
    ['throws', () => void fail()],
    ['rejects', async () => fail()],
    ['never ends', () => new Promise(() => {})],
  ])('continues if a step %s, logs it and reports it at the end', async (_what, step) => {
    const { shutdown, done, logged } = setUp({ projects: 20 })
    for (const part of PARTS) shutdown.add(part, () => done.push(part))
    shutdown.add('projects', step)
    await expect(shutdown.run()).rejects.toMatchObject({
      code: 'stop_incomplete',
      message: expect.stringContaining('projects'),
      cause: expect.any(Error),
    })
    expect(done).toEqual(PARTS)
    expect(logged).toEqual([{ part: 'projects', err: expect.any(String) }])
  })

  it('tells later steps about a failure', async () => {
    const { shutdown } = setUp()
    const seen: boolean[] = []
    shutdown.add('requests', ({ hasFailed }) => seen.push(hasFailed))
    shutdown.add('projects', fail)
    shutdown.add('watchdog', ({ hasFailed }) => seen.push(hasFailed))
    await expect(shutdown.run()).rejects.toThrow('projects')
    expect(seen).toEqual([false, true])
  })

  it('runs each step once if it is called twice', async () => {
    const { shutdown, done } = setUp()
    shutdown.add('requests', () => done.push('requests'))
    await Promise.all([shutdown.run(), shutdown.run()])
    expect(done).toEqual(['requests'])
  })
})

function fail(): never {
  throw new Error('broken')
}
