import { notResponding, unavailable } from './refusals.ts'
import { startWorker } from './walk-runner.ts'
import type { Runner, StartRunner, Walk } from './walk-task.ts'

/** A thread that walks through folders. */
export type WalkThread = {
  /**
   * Rejects with 503 `folder_unavailable` or `folder_not_responding`, or with the reason of the signal
   * once the walk has ended because of it.
   */
  run(walk: Walk, signal?: AbortSignal): Promise<unknown>
}

const IDLE_MS = 30_000
/** A turn lasts milliseconds, unless a call of the file system hangs. */
const STUCK_AFTER_MS = 30_000
const MOST_STUCK = 8

type Waiting = { readonly walk: Walk; readonly answer: PromiseWithResolvers<unknown> }

/**
 * The walks call the file system synchronously, which takes a seventh of the time. A call that
 * hangs blocks only this thread, and none of those that all other files of the server need. A
 * hanging walk is canceled, and the others restart in a new thread.
 */
export function createWalkThread({
  start = startWorker,
  stuckAfterMs = STUCK_AFTER_MS,
}: { readonly start?: StartRunner; readonly stuckAfterMs?: number } = {}): WalkThread {
  const waiting = new Map<number, Waiting>()
  const stuck = new Set<string>()
  let runner: Runner | undefined
  let lastId = 0
  let lastTurn: number | undefined
  let timer: NodeJS.Timeout | undefined

  function send(id: number, walk: Walk): void {
    runner ??= startRunner()
    runner.send({ id, walk })
  }

  function startRunner(): Runner {
    const started = start({
      answered({ id, failure, result }) {
        const answer = runner === started ? waiting.get(id)?.answer : undefined
        if (failure === undefined) answer?.resolve(result)
        else answer?.reject(unavailable(failure))
      },
      failed(error) {
        if (runner !== started) return
        runner = undefined
        for (const { answer } of waiting.values()) answer.reject(error)
      },
    })
    return started
  }

  /** Gives up the walk if it still has the turn that it had at the last check. */
  function look(): void {
    const turn = runner?.turn()
    const before = lastTurn
    lastTurn = turn?.number
    if (!runner || !turn || turn.number !== before) return
    const found = waiting.get(turn.id)
    if (!found) return
    const { folder } = found.walk
    stuck.add(folder)
    void runner.end().finally(() => stuck.delete(folder))
    runner = undefined
    waiting.delete(turn.id)
    found.answer.reject(notResponding())
    for (const [id, { walk }] of waiting) send(id, walk)
  }

  function rest(): void {
    clearInterval(timer)
    timer = setTimeout(() => {
      void runner?.end()
      runner = undefined
    }, IDLE_MS).unref()
  }

  function wake(): void {
    if (waiting.size > 0) return
    clearTimeout(timer)
    timer = setInterval(look, stuckAfterMs).unref()
  }

  return {
    async run(walk, signal) {
      signal?.throwIfAborted()
      if (stuck.has(walk.folder) || stuck.size >= MOST_STUCK) throw notResponding()
      wake()
      const id = (lastId += 1)
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, { walk, answer })
      const cancel = () => runner?.send({ id, walk: 'canceled' })
      signal?.addEventListener('abort', cancel)
      try {
        send(id, walk)
        return await answer.promise
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      } finally {
        signal?.removeEventListener('abort', cancel)
        waiting.delete(id)
        if (waiting.size === 0) rest()
      }
    },
  }
}
