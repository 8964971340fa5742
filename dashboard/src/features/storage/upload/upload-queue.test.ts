import { expect, it, vi } from 'vitest'
import { nextName } from '@stoa/contract/services/storage/next-name'
import { createUploadQueue } from './upload-queue.ts'

const TAKEN = new Error('taken')
const LOST = new Error('lost')

type Sent = {
  name: string
  replace: boolean
  progress: (sent: number) => void
  finish: () => Promise<void>
  fail: (error: unknown) => Promise<void>
}

/** A queue whose uploads end when the test says so. */
function createQueue() {
  const sent: Sent[] = []
  const onArrived = vi.fn<() => void>()
  const abandon = vi.fn<(file: File) => void>()
  let ids = 0
  const queue = createUploadQueue({
    newId: () => String((ids += 1)),
    isTaken: (error) => error === TAKEN,
    isLost: (error) => error === LOST,
    abandon,
    nextName,
    onArrived,
    send: ({ name, replace }, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        const settled = () => new Promise<void>((done) => void setTimeout(done))
        sent.push({
          name,
          replace,
          progress: onProgress,
          finish: () => (resolve(), settled()),
          fail: (error) => (reject(error), settled()),
        })
      }),
  })
  const add = (...names: string[]) =>
    queue.add(names.map((name) => ({ name, file: new File(['1234567890'], name) })))
  const states = () => queue.uploads().map(({ name, state }) => `${name} ${state}`)
  return { queue, sent, add, states, onArrived, abandon }
}

const settled = () => new Promise<void>((done) => void setTimeout(done))

it('uploads three files at once and starts the next when one is done', async () => {
  const { sent, add, states } = createQueue()
  add('a', 'b', 'c', 'd')
  expect(states()).toEqual(['a uploading', 'b uploading', 'c uploading', 'd waiting'])
  await sent[1]?.finish()
  expect(states()).toEqual(['a uploading', 'b done', 'c uploading', 'd uploading'])
})

it('reports the bytes that were sent', async () => {
  const { queue, sent, add } = createQueue()
  add('a')
  sent[0]?.progress(4)
  expect(queue.uploads()[0]).toMatchObject({ sent: 4 })
  await sent[0]?.finish()
  expect(queue.uploads()[0]).toMatchObject({ sent: 10 })
})

it('keeps a failed file and uploads it again on request', async () => {
  const { queue, sent, add, states } = createQueue()
  add('a')
  await sent[0]?.fail(new Error('broken'))
  expect(queue.uploads()[0]).toMatchObject({ state: 'failed', error: new Error('broken') })
  queue.resume('1')
  await sent[1]?.finish()
  expect(states()).toEqual(['a done'])
})

it('cancels a running and a waiting file', async () => {
  const { queue, sent, add, states } = createQueue()
  add('a', 'b', 'c', 'd', 'e')
  queue.cancel('1')
  queue.cancel('5')
  await settled()
  expect(states()).toEqual([
    'a canceled',
    'b uploading',
    'c uploading',
    'd uploading',
    'e canceled',
  ])
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
})

it('pauses a running and a waiting file, keeps their progress and continues', async () => {
  const { queue, sent, add, states, abandon } = createQueue()
  add('a', 'b', 'c', 'd')
  sent[0]?.progress(4)
  queue.pause('4')
  queue.pause('1')
  await settled()
  expect(states()).toEqual(['a paused', 'b uploading', 'c uploading', 'd paused'])
  expect(queue.uploads()[0]).toMatchObject({ sent: 4 })
  queue.resume('1')
  expect(states()[0]).toBe('a uploading')
  expect(queue.uploads()[0]).toMatchObject({ sent: 4 })
  expect(abandon).not.toHaveBeenCalled()
})

it('pauses and resumes everything', async () => {
  const { queue, add, states } = createQueue()
  add('a', 'b', 'c', 'd')
  queue.pauseAll()
  await settled()
  expect(states()).toEqual(['a paused', 'b paused', 'c paused', 'd paused'])
  queue.resumeAll()
  expect(states()).toEqual(['a uploading', 'b uploading', 'c uploading', 'd waiting'])
})

it('abandons what arrived of a canceled file, running or paused', async () => {
  const { queue, add, abandon } = createQueue()
  add('a', 'b')
  queue.pause('1')
  await settled()
  queue.cancel('1')
  queue.cancel('2')
  await settled()
  expect(abandon.mock.calls.map(([file]) => file.name)).toEqual(['a', 'b'])
})

it('continues what failed because the connection was lost, once it is back', async () => {
  const { queue, sent, add, states } = createQueue()
  add('a', 'b')
  await sent[0]?.fail(LOST)
  await sent[1]?.fail(new Error('too large'))
  queue.reconnect()
  expect(states()).toEqual(['a uploading', 'b failed'])
})

it('asks about a taken name while other files continue', async () => {
  const { sent, add, states } = createQueue()
  add('a', 'b', 'c', 'd')
  await sent[0]?.fail(TAKEN)
  expect(states()).toEqual(['a conflict', 'b uploading', 'c uploading', 'd uploading'])
})

it('replaces, skips or renames a file whose name is taken', async () => {
  const { queue, sent, add, states } = createQueue()
  add('a.txt', 'b.txt', 'c.txt')
  for (const { fail } of sent.slice()) await fail(TAKEN)
  queue.resolve(['1'], 'replace')
  queue.resolve(['2'], 'skip')
  queue.resolve(['3'], 'rename')
  expect(sent.slice(3)).toMatchObject([
    { name: 'a.txt', replace: true },
    { name: 'c.txt', replace: false },
  ])
  await sent[3]?.finish()
  await sent[4]?.fail(TAKEN)
  expect(sent[5]).toMatchObject({ name: 'c (1).txt', replace: false })
  await sent[5]?.fail(TAKEN)
  await sent[6]?.finish()
  expect(states()).toEqual(['a.txt done', 'b.txt canceled', 'c (2).txt done'])
})

it('reads the list again once, after the last file has arrived', async () => {
  const { sent, add, onArrived } = createQueue()
  add('a', 'b')
  await sent[0]?.finish()
  expect(onArrived).not.toHaveBeenCalled()
  await sent[1]?.finish()
  expect(onArrived).toHaveBeenCalledTimes(1)
})

it('cancels everything and clears what is finished', async () => {
  const { queue, add, states } = createQueue()
  add('a', 'b', 'c', 'd')
  queue.cancelAll()
  await settled()
  expect(new Set(states().map((text) => text.split(' ')[1]))).toEqual(new Set(['canceled']))
  queue.clear()
  expect(states()).toEqual([])
})
