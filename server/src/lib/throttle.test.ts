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

it('pauses twice as long as the work took, and ten seconds at most', async () => {
  const { work, pauses } = start()
  expect(await work(1000)).toBe(1000)
  await work(60_000)
  await work(1)
  expect(pauses).toEqual([1000, 10_000])
})

it('starts short work at once until it owes a pause of a second', async () => {
  const { work, pauses } = start()
  for (let run = 0; run < 6; run += 1) await work(100)
  expect(pauses).toEqual([])
  await work(100)
  expect(pauses).toEqual([200])
})

it('takes a third of the time in the long run', async () => {
  const { work, pauses } = start()
  for (let run = 0; run < 100; run += 1) await work(100)
  const paused = pauses.reduce((sum, ms) => sum + ms, 0)
  expect(paused).toBe(100 * 200 - 1000 - 200)
})

it('does not pause again if that much time has already passed', async () => {
  const { work, pauses, pass } = start()
  await work(1000)
  pass(850)
  await work(1000)
  pass(3000)
  await work(1000)
  expect(pauses).toEqual([150])
})

it('pauses after work that failed', async () => {
  const { work, pauses } = start()
  await work(1000)
  await expect(work(13)).rejects.toThrow('failed')
  await work(1)
  expect(pauses).toEqual([1000, 26])
})
