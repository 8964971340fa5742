import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

function start() {
  let at = 0
  const rests: number[] = []
  const pace = createPace({
    now: () => at,
    async sleep(ms) {
      rests.push(ms)
      at += ms
    },
  })
  const work = (ms: number) =>
    pace(async () => {
      at += ms
      if (ms === 13) throw new Error('failed')
      return ms
    })
  return { work, rests, pass: (ms: number) => (at += ms) }
}

it('rests twice as long as the work took, and ten seconds at most', async () => {
  const { work, rests } = start()
  expect(await work(1000)).toBe(1000)
  await work(60_000)
  await work(1)
  expect(rests).toEqual([1000, 10_000])
})

it('begins short work at once until it owes a second of rest', async () => {
  const { work, rests } = start()
  for (let run = 0; run < 6; run += 1) await work(100)
  expect(rests).toEqual([])
  await work(100)
  expect(rests).toEqual([200])
})

it('takes a third of the time in the long run', async () => {
  const { work, rests } = start()
  for (let run = 0; run < 100; run += 1) await work(100)
  const rested = rests.reduce((sum, ms) => sum + ms, 0)
  expect(rested).toBe(100 * 200 - 1000 - 200)
})

it('does not rest after the time has passed by itself', async () => {
  const { work, rests, pass } = start()
  await work(1000)
  pass(850)
  await work(1000)
  pass(3000)
  await work(1000)
  expect(rests).toEqual([150])
})

it('rests after work that failed', async () => {
  const { work, rests } = start()
  await work(1000)
  await expect(work(13)).rejects.toThrow('failed')
  await work(1)
  expect(rests).toEqual([1000, 26])
})
