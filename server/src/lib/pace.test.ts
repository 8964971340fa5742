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
  expect(await work(100)).toBe(100)
  await work(60_000)
  await work(1)
  expect(rests).toEqual([200, 10_000])
})

it('does not rest after the time has passed by itself', async () => {
  const { work, rests, pass } = start()
  await work(100)
  pass(150)
  await work(100)
  pass(1000)
  await work(100)
  expect(rests).toEqual([50])
})

it('rests after work that failed', async () => {
  const { work, rests } = start()
  await expect(work(13)).rejects.toThrow('failed')
  await work(1)
  expect(rests).toEqual([26])
})
