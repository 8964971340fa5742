import { expect, it } from 'vitest'
import { createHashingPace } from './hashing-pace.ts'

function paceAt(utilization: () => number) {
  let time = 0
  const pace = createHashingPace({
    now: () => time,
    sleep: async (ms) => void (time += ms),
    utilization,
    processors: 2,
  })
  /** Runs hashes of 50 ms for a second, and returns how many began. */
  async function hashes(): Promise<number> {
    let count = 0
    for (const end = time + 1000; ; count += 1) {
      await pace.turn()
      if (time >= end) return count
      time += 50
      pace.spent(50)
    }
  }
  return { hashes, wait: (ms: number) => (time += ms) }
}

it('hashes without a pause while the event loop has time', async () => {
  expect(await paceAt(() => 0.2).hashes()).toBe(20)
})

it('takes a sixteenth of the processors while the event loop is busy', async () => {
  const { hashes } = paceAt(() => 0.9)
  // Three of 50 ms in 1,000 ms of two processors.
  expect(await hashes()).toBe(3)
})

it('waits no longer once the event loop has time again', async () => {
  let utilization = 0.9
  const { hashes } = paceAt(() => utilization)
  await hashes()
  utilization = 0
  expect(await hashes()).toBe(20)
})
