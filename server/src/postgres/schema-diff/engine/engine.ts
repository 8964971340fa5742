import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { rawSql } from '../../sql.ts'
import { comparisonTimedOut, notPlannable, schemaTooLarge } from '../errors.ts'
import { ENGINE_DEADLINE_MS, ENGINE_HEAP_MB } from '../limits.ts'
import type { SchemaSource } from '../source.ts'
import {
  FromThread,
  PlannedStatement,
  type EngineCall,
  type EngineTask,
  type Side,
  type ToThread,
} from './messages.ts'

/** Reads databases and plans the SQL between them, in a thread of its own. */
export type Engine = {
  /** Reads a database, or reads it again. */
  read(side: 'source' | 'target', source: SchemaSource): Promise<void>
  /** Takes a state that `snapshot` has returned as the base. */
  load(snapshot: string): Promise<void>
  /** Makes the state `wanted`: the target's, with the source's changes since the base. */
  merge(): Promise<void>
  snapshot(side: Side): Promise<string>
  plan(from: Side, to: Side): Promise<readonly PlannedStatement[]>
}

/**
 * Runs work with an engine. The thread has no connections and ends with the work. Rejects with
 * 409 `comparison_too_large` if its memory is not enough, 503 `comparison_timed_out`, or
 * 422 `changes_not_plannable`.
 */
export async function withEngine<T>(
  task: EngineTask,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: ENGINE_HEAP_MB },
  })
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    void worker.terminate()
  }, ENGINE_DEADLINE_MS)
  const ended = new Promise<never>((_resolve, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? schemaTooLarge(error) : error),
    )
    worker.once('exit', () => reject(isLate ? comparisonTimedOut() : schemaTooLarge()))
  })
  ended.catch(() => {})
  try {
    return await Promise.race([work(engineOver(worker)), ended])
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}

type Call = { resolve: (result: unknown) => void; reject: (error: unknown) => void }

function engineOver(worker: Worker): Engine {
  const sources = new Map<Side, SchemaSource>()
  const calls = new Map<number, Call>()
  /** The error of a query, which says more than the engine's own. */
  let failure: unknown
  let lastCall = 0

  const post = (message: ToThread): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
    worker.postMessage(message)
  }

  const query = async (side: Side, id: number, text: string): Promise<void> => {
    try {
      const source = sources.get(side)
      if (!source) throw new Error(`The side ${side} has no database`)
      // The engine's own text, which contains no values.
      post({ kind: 'rows', id, rows: await source(rawSql(text)) })
    } catch (error) {
      failure = error
      const message = error instanceof Error ? error.message : String(error)
      post({ kind: 'query failed', id, message })
    }
  }

  worker.on('message', (received: unknown) => {
    const message = FromThread.parse(received)
    if (message.kind === 'query') return void query(message.side, message.id, message.text)
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.kind === 'done') call?.resolve(message.result)
    else call?.reject(failure ?? notPlannable(message.message.slice(0, 500)))
  })

  const run = (call: EngineCall): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastCall += 1
      failure = undefined
      calls.set(lastCall, { resolve, reject })
      post({ kind: 'call', id: lastCall, call })
    })

  return {
    async read(side, source) {
      sources.set(side, source)
      await run({ kind: 'read', side })
    },
    load: async (snapshot) => void (await run({ kind: 'load', snapshot })),
    merge: async () => void (await run({ kind: 'merge' })),
    snapshot: async (side) => z.string().parse(await run({ kind: 'snapshot', side })),
    plan: async (from, to) =>
      z.array(PlannedStatement).parse(await run({ kind: 'plan', from, to })),
  }
}
