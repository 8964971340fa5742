import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MAX_PROCESS_BYTES, MAX_QUERY_MS, MAX_START_MS } from './limits.ts'
import type { ProcessFence } from './process-fence.ts'
import type {
  CompactRequest,
  QueryFailure,
  QueryReply,
  QueryRequest,
  QueryResult,
} from './protocol.ts'

/** The end of a query: its result, its failure, or the reason why its process had to be ended. */
export type QueryOutcome =
  | { readonly state: 'done'; readonly result: QueryResult }
  | { readonly state: 'failed'; readonly failure: QueryFailure }
  | { readonly state: 'killed'; readonly reason: 'time' | 'memory' | 'departure' }
  | { readonly state: 'ended'; readonly cause: string }

/** A process that runs the queries of one project, one after the other. */
export type QueryProcess = {
  readonly isAlive: boolean
  run(request: QueryRequest | CompactRequest, signal?: AbortSignal): Promise<QueryOutcome>
  /** Resident memory. */
  bytes(): Promise<number>
  kill(): void
}

export type QueryProcessOptions = {
  /** Its program, if it is not that of queries. */
  readonly program?: string
  /** The project's folder, in which the process runs. */
  readonly folder: string
  /** The account it changes to; undefined if the server cannot change accounts. */
  readonly id: number | undefined
  readonly fence: ProcessFence
  readonly limits?: Partial<typeof LIMITS>
}

const LIMITS = { queryMs: MAX_QUERY_MS, bytes: MAX_PROCESS_BYTES }
const WATCH_MS = 50
/** The output of a process that cannot start, for the server's log. */
const MAX_STDERR = 4000
const PROGRAM = fileURLToPath(new URL('./child.ts', import.meta.url))

type Watched = { readonly settle: (outcome: QueryOutcome) => void; readonly id: number }

export function startQueryProcess(options: QueryProcessOptions): QueryProcess {
  const limits = { ...LIMITS, ...options.limits }
  const id = options.id === undefined ? [] : [`${options.id}`]
  const { file, args } = options.fence.wrap(process.execPath, [options.program ?? PROGRAM, ...id])
  const child = spawn(file, args, {
    cwd: options.folder,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.on('data', (data: Buffer) => {
    if (stderr.length < MAX_STDERR) stderr += data.toString('utf8')
  })
  let isAlive = true
  let running: Watched | undefined
  const ready = Promise.withResolvers<boolean>()
  const end = (cause: string) => {
    isAlive = false
    ready.resolve(false)
    running?.settle({ state: 'ended', cause })
  }
  child.once('error', (error) => end(error.message))
  child.once('exit', (code, signal) => end(`${signal ?? `status ${code}`} ${stderr}`.trim()))
  child.on('message', (reply: QueryReply) => {
    if (reply.state === 'ready') return ready.resolve(true)
    if (running?.id === reply.id) running.settle(reply)
  })
  // An idle process keeps no server from stopping.
  child.unref()
  child.channel?.unref()
  const kill = () => {
    isAlive = false
    child.kill('SIGKILL')
  }
  return {
    get isAlive() {
      return isAlive
    },
    bytes: () => residentBytes(child.pid),
    kill,
    async run(request, signal) {
      const outcome = Promise.withResolvers<QueryOutcome>()
      const settle = outcome.resolve
      running = { id: request.id, settle }
      const isReady = await within(ready.promise, MAX_START_MS)
      if (!isReady) kill()
      if (!isReady) settle({ state: 'ended', cause: stderr || 'It did not start.' })
      const stopWatching = watch(child, {
        ...limits,
        signal,
        end(reason) {
          settle({ state: 'killed', reason })
          kill()
        },
      })
      try {
        if (isReady)
          child.send(request, (error) => error && settle({ state: 'ended', cause: error.message }))
        return await outcome.promise
      } finally {
        stopWatching()
        running = undefined
      }
    },
  }
}

type Watch = {
  readonly queryMs: number
  readonly bytes: number
  readonly signal: AbortSignal | undefined
  readonly end: (reason: 'time' | 'memory' | 'departure') => void
}

/** Watches a query from outside, because text functions cannot be interrupted from within. */
function watch(child: ChildProcess, { queryMs, bytes, signal, end }: Watch): () => void {
  const leave = () => end('departure')
  const timeout = setTimeout(() => end('time'), queryMs)
  const interval = setInterval(() => {
    void residentBytes(child.pid).then((resident) => {
      if (resident > bytes) end('memory')
    })
  }, WATCH_MS)
  if (signal?.aborted) leave()
  else signal?.addEventListener('abort', leave, { once: true })
  return () => {
    clearTimeout(timeout)
    clearInterval(interval)
    signal?.removeEventListener('abort', leave)
  }
}

const PAGE_BYTES = 4096

async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
}

async function within(promise: Promise<boolean>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
