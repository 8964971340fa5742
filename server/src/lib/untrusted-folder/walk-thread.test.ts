import { expect, it, vi } from 'vitest'
import type { Runner, StartRunner, WalkCancellation, WalkTask } from './walk-task.ts'
import { createWalkThread } from './walk-thread.ts'

/** Threads that end a walk on command, and in which a walk can hold its turn. */
function fakeThreads() {
  const threads: {
    readonly tasks: (WalkTask | WalkCancellation)[]
    readonly ended: PromiseWithResolvers<void>
  }[] = []
  let turn: ReturnType<Runner['turn']>
  let listeners: Parameters<StartRunner>[0] | undefined
  const start: StartRunner = (given) => {
    const thread = {
      tasks: [] as (WalkTask | WalkCancellation)[],
      ended: Promise.withResolvers<void>(),
    }
    threads.push(thread)
    listeners = given
    return {
      send: (task) => void thread.tasks.push(task),
      turn: () => turn,
      end: () => thread.ended.promise,
    }
  }
  return {
    threads,
    start,
    keepTurn: (id: number | undefined) => (turn = id === undefined ? undefined : { id, number: 1 }),
    answer: (id: number) => listeners?.answered({ id, result: `result ${id}` }),
    fail: (error: Error) => listeners?.failed(error),
  }
}

const walk = (folder: string) => ({ kind: 'remove', folder }) as const

it('gives up the walk that hangs, and runs the others again in a new thread', async () => {
  vi.useFakeTimers()
  try {
    const fake = fakeThreads()
    const thread = createWalkThread({ start: fake.start, stuckAfterMs: 1000 })
    const hanging = thread.run(walk('/hanging'))
    hanging.catch(() => {})
    const other = thread.run(walk('/other'))
    fake.keepTurn(1)
    vi.advanceTimersByTime(2000)
    await expect(hanging).rejects.toMatchObject({ code: 'folder_not_responding', status: 503 })
    fake.keepTurn(undefined)
    expect(fake.threads[1]?.tasks).toEqual([{ id: 2, walk: walk('/other') }])
    await expect(thread.run(walk('/hanging'))).rejects.toMatchObject({
      code: 'folder_not_responding',
    })
    fake.answer(2)
    expect(await other).toBe('result 2')
    fake.threads[0]?.ended.resolve()
    await fake.threads[0]?.ended.promise
    await Promise.resolve()
    const again = thread.run(walk('/hanging'))
    fake.answer(3)
    expect(await again).toBe('result 3')
  } finally {
    vi.useRealTimers()
  }
})

it('rejects all walks if the thread fails, and starts another one for the next', async () => {
  const fake = fakeThreads()
  const thread = createWalkThread({ start: fake.start })
  const lost = thread.run(walk('/a'))
  fake.fail(new Error('out of memory'))
  await expect(lost).rejects.toThrow('out of memory')
  const next = thread.run(walk('/a'))
  fake.answer(2)
  expect(await next).toBe('result 2')
  expect(fake.threads).toHaveLength(2)
})
