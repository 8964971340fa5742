import { Worker } from 'node:worker_threads'
import type { TypeLanguage } from '@stoa/contract/services/meta/types'
import type { GeneratorMetadata } from '@supabase/postgrest-typegen'

/** The message to the thread. */
export type WritingTask = {
  readonly language: TypeLanguage
  readonly metadata: GeneratorMetadata
  /** The default schema of TypeScript's helper types. */
  readonly defaultSchema: string
}

export type TypeWriter = {
  /** Source text for a schema. */
  write(task: WritingTask): Promise<string>
}

/** A schema of thousands of tables takes a fraction of this; a longer run is ended. */
const DEADLINE_MS = 60_000
const HEAP_MB = 512

/**
 * Writes types in a separate thread, which ends with the result: generating and formatting a large
 * schema keeps a processor busy for a second and needs tens of megabytes, and requests are rare.
 * Runs one at a time, so that concurrent requests do not multiply the memory.
 */
export function createTypeWriter(): TypeWriter {
  let last: Promise<unknown> = Promise.resolve()
  return {
    write(task) {
      const next = last.then(() => writeInThread(task))
      last = next.catch(() => undefined)
      return next
    },
  }
}

async function writeInThread(task: WritingTask): Promise<string> {
  const worker = new Worker(new URL('./type-writer-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const deadline = setTimeout(() => void worker.terminate(), DEADLINE_MS)
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('Generating the types took too long')))
    })
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}
