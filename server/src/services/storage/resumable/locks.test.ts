import { expect, it } from 'vitest'
import { createUploadLocks } from './locks.ts'

const never = () => new AbortController().signal

it('asks the first to end and waits for it', async () => {
  const locks = createUploadLocks()
  const events: string[] = []
  const [first, second] = [locks.newLock('a'), locks.newLock('a')]
  await first.lock(never(), () => {
    events.push('asked')
    setImmediate(() => void first.unlock().then(() => events.push('released')))
  })
  await second.lock(never(), () => {})
  events.push('locked')
  await second.unlock()
  await locks.newLock('a').lock(never(), () => {})
  expect(events).toEqual(['asked', 'released', 'locked'])
})

it('lets others work on other uploads', async () => {
  const locks = createUploadLocks()
  await locks.newLock('a').lock(never(), () => {})
  await expect(locks.newLock('b').lock(never(), () => {})).resolves.toBeUndefined()
})

it('gives the upload to one of the waiting requests', async () => {
  const locks = createUploadLocks()
  const first = locks.newLock('a')
  await first.lock(never(), () => {})
  let inside = 0
  const work = [1, 2, 3].map(async () => {
    const lock = locks.newLock('a')
    await lock.lock(never(), () => {})
    inside += 1
    const seen = inside
    await Promise.resolve()
    inside -= 1
    await lock.unlock()
    return seen
  })
  await first.unlock()
  expect(await Promise.all(work)).toEqual([1, 1, 1])
})

it('refuses a request that gives up waiting with 423', async () => {
  const locks = createUploadLocks()
  await locks.newLock('a').lock(never(), () => {})
  const controller = new AbortController()
  const waiting = locks.newLock('a').lock(controller.signal, () => {})
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ status_code: 423 })
  await expect(locks.newLock('a').lock(controller.signal, () => {})).rejects.toMatchObject({
    status_code: 423,
  })
})
