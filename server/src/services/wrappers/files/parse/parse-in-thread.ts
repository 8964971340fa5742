import type { FileColumn, FileFormat } from '@stoa/contract/services/wrappers/files'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FileProblem, type Problem } from './problem.ts'
import type { Cell } from './reader.ts'

/** The message to the thread. */
export type ParsingTask = {
  readonly path: string
  readonly format: FileFormat
  readonly work:
    | { readonly kind: 'sample'; readonly isPartial: boolean }
    | { readonly kind: 'load'; readonly columns: readonly string[] }
}

export type Sample = {
  readonly kind: 'sample'
  readonly columns: FileColumn[]
  readonly rows: (readonly Cell[])[]
}
/** Rows as text of COPY, and the number of rows up to here. */
export type Piece = {
  readonly kind: 'piece'
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly rows: number
}
export type Parsed =
  | Sample
  | Piece
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'end' }

const HEAP_MB = 384

/**
 * Parses a file in a thread of its own, so that a hostile one slows no other project. It parses no
 * further than its reader requests. Rejects with a `FileProblem`, even if the thread runs out of
 * memory.
 */
export async function* parseInThread(
  task: ParsingTask,
  signal: AbortSignal,
): AsyncGenerator<Sample | Piece> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  const stop = () => void worker.terminate()
  const exited = new Promise<never>((_, reject) => {
    worker.once('exit', () => reject(tooComplex()))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error),
    )
  })
  exited.catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const parsed = await nextOf(worker, exited)
      if (parsed.kind === 'end') return
      if (parsed.kind === 'problem') {
        const { code, message, ...where } = parsed.problem
        throw new FileProblem(code, message, where)
      }
      yield parsed
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

async function nextOf(worker: Worker, exited: Promise<never>): Promise<Parsed> {
  const received = once(worker, 'message')
  worker.postMessage('next', [])
  const [parsed]: Parsed[] = await Promise.race([received, exited])
  return parsed ?? { kind: 'end' }
}

const tooComplex = () =>
  new FileProblem('file_too_complex', 'The file needs too much memory or time.', {
    hint: 'Write it with smaller rows and pages.',
  })
