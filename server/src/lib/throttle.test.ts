import { expect, it } from 'vitest'
import { createThrottle } from './throttle.ts'

function start() {
  let at = 0
  const pauses: number[] = []
  const throttle = createThrottle({
    now: () => at,
    async sleep(ms) {
      pauses.push(ms)
      at += ms
    },
  })
  const work = (ms: number) =>
    throttle(async () => {
      at += ms
      if (ms === 13) throw new Error('failed')
      return ms
    })
  return { work, pauses, pass: (ms: number) => (at += ms) }
}

it('pauses twice as long as the work took, and at most ten seconds', async () => {
  const { work, pauses } = start()
  expect(await work(100)).toBe(100)
  await work(60_000)
  await work(1)
  expect(pauses).toEqual([200, 10_000])
})

it('does not pause again if that much time has already passed', async () => {
  const { work, pauses, pass } = start()
  await work(100)
  pass(150)
  await work(100)
  pass(1000)
  await work(100)
  expect(pauses).toEqual([50])
})

it('pauses after work that failed', async () => {
  const { work, pauses } = start()
  await expect(work(13)).rejects.toThrow('failed')
  await work(1)
  expect(pauses).toEqual([26])
})
