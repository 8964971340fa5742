import type {
  ColumnReading,
  FileColumn,
  FileColumnType,
  FileFormat,
} from '@stoa/contract/services/table-files'
import { Worker } from 'node:worker_threads'
import type { DateOrder } from './infer.ts'
import { FileProblem, type Problem } from './problem.ts'
import type { Cell } from './reader.ts'

export type SampleWork = {
  readonly kind: 'sample'
  /** Whether the file is only the beginning of one. */
  readonly isPartial: boolean
  /** The name of the file, which can say what its content does not. */
  readonly name?: string
}

export type LoadedColumn = {
  readonly source: string
  readonly type: FileColumnType | 'other'
  /** Undefined for a column that is read like the rest of the file. */
  readonly reading?: ColumnReading | undefined
}

export type LoadWork = {
  readonly kind: 'load'
  /** Columns of the file, and the types that they get. */
  readonly columns: readonly LoadedColumn[]
  /** Whether rows that are not valid are reported instead of ending the work. */
  readonly skipsBadRows: boolean
}

/** The message to the thread. Only a sample can be without a format, which is then detected. */
export type ParsingTask = {
  readonly path: string
  readonly format?: FileFormat | undefined
  readonly work: SampleWork | LoadWork
}

export type Sample = {
  readonly kind: 'sample'
  /** The given format, or the detected one. */
  readonly format: FileFormat
  /** The sheets of a workbook. */
  readonly sheets?: readonly string[]
  readonly columns: FileColumn[]
  /** Columns of the file that can be a primary key. */
  readonly keys: readonly string[]
  readonly dateOrder: DateOrder
  /** The first problem of a row that is left out. */
  readonly problem: string | null
  readonly rows: (readonly Cell[])[]
}

export type RejectedRow = {
  readonly line: number
  readonly column: string | null
  /** The value, or the row if the problem is not in one column. */
  readonly value: string
  readonly reason: string
}

/** Rows as text of COPY. */
export type Piece = {
  readonly kind: 'piece'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The line in the file of each row. */
  readonly lines: Uint32Array
  readonly rejected: readonly RejectedRow[]
  /** The number of rows up to here. */
  readonly rows: number
  /** How much of the file has been read, from 0 to 1. */
  readonly progress: number
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
  const answers = answersOf(worker)
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const parsed = await answers.next()
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

/**
 * One answer of the thread for each request. A race against a promise for its exit would keep every
 * answer in memory until the exit.
 */
function answersOf(worker: Worker): { next(): Promise<Parsed> } {
  let waiting: PromiseWithResolvers<Parsed> | undefined
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
    waiting?.reject(failure)
  }
  worker.on('message', (parsed: Parsed) => waiting?.resolve(parsed))
  worker.once('exit', () => fail(tooComplex()))
  worker.once('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : error),
  )
  return {
    async next() {
      if (failure !== undefined) throw failure
      waiting = Promise.withResolvers()
      worker.postMessage('next', [])
      return waiting.promise
    },
  }
}

const tooComplex = () =>
  new FileProblem('file_too_complex', 'The file needs too much memory or time.', {
    hint: 'Write it with smaller rows and pages.',
  })
