import { Worker } from 'node:worker_threads'
import { print } from 'graphql'
import { refusal } from '../errors.ts'
import type { Describe } from './describe.ts'

/** The message to the thread. */
export type DescribingTask = {
  readonly catalogue: string
  /** A document with one operation. */
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>>
}

const DEADLINE_MS = 60_000
/** The description of a few thousand tables takes half of this. */
const HEAP_MB = 1024
/** Requests that wait for the thread. */
const MAX_WAITING = 10

/**
 * Describes large schemas in a separate thread, which ends with the result: a schema of thousands of
 * tables keeps a processor busy for seconds and takes hundreds of megabytes. Runs one at a time, and
 * equal requests share a run. Rejects with `introspection_busy` (503) if too many wait, and with
 * `introspection_limit` if the description is too large.
 */
export function createThreadDescriber(): (catalogue: string) => Describe {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return (catalogue) => {
    const underway = new Map<string, Promise<string>>()
    return (asked, variables) => {
      const document = print(asked)
      const key = JSON.stringify([document, variables])
      const shared = underway.get(key)
      if (shared) return shared
      if (waiting >= MAX_WAITING)
        throw refusal(
          'introspection_busy',
          'Too many schemas are being described.',
          'Try again in a few seconds.',
          503,
        )
      waiting += 1
      const next = last.then(() => describeInThread({ catalogue, document, variables }))
      last = next
        .catch(() => undefined)
        .finally(() => {
          waiting -= 1
          underway.delete(key)
        })
      underway.set(key, next)
      return next
    }
  }
}

async function describeInThread(task: DescribingTask): Promise<string> {
  const worker = new Worker(new URL('./describe-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const deadline = setTimeout(() => void worker.terminate(), DEADLINE_MS)
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer).toString()))
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
      )
      worker.once('exit', () => reject(tooLarge()))
    })
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}

const tooLarge = () =>
  refusal(
    'introspection_limit',
    'The schema is too large to be described at once.',
    'Query one type with __type(name: "…"), or select fewer fields.',
  )
