import { existsSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from './errors.ts'

export type InstanceLock = {
  /** From now on, a process that wants the lock waits for its release. */
  stopping(): void
  release(): void
}

export type InstanceLockOptions = {
  /** The file that is locked. It stays empty, and is never removed. */
  readonly file: string
  /** The socket on which the holder tells others whether it is stopping. */
  readonly socketPath: string
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined
  /** Called once if it has to wait for a holder that is stopping. */
  readonly onWaiting?: (() => void) | undefined
  /** How long to wait for a holder that is stopping; 150 seconds by default. */
  readonly patienceMs?: number
  /** How long to wait for a holder that does not respond; 2 seconds by default. */
  readonly silenceMs?: number
}

/** Longer than all deadlines of a shutdown together. */
const PATIENCE_MS = 150_000
/** A process that was killed keeps its lock until the system has removed it. */
const SILENCE_MS = 2000
const ANSWER_MS = 1000
const POLL_MS = 25
const SQLITE_BUSY = 5

/** `silent`: the holder does not respond, because it is starting, was killed, or is stuck. */
type Holder = { readonly state: 'running' | 'stopping' | 'silent'; readonly pid?: number }

const Answer = z.object({ state: z.enum(['running', 'stopping']), pid: z.int() })

/**
 * Takes a lock that the system releases when the process ends for any reason. It is SQLite's lock
 * on an empty file, because Node offers no other kernel lock; two processes that start together
 * cannot both get it. Waits for a holder that is stopping; rejects at once with `already_running`
 * while one is running.
 */
export async function takeSingleInstanceLock(options: InstanceLockOptions): Promise<InstanceLock> {
  let isWaiting = false
  let last: Holder['state'] | undefined
  let since = 0
  for (;;) {
    const lock = lockFile(options.file)
    const holder = await askHolder(options.socketPath)
    // Releases before this lock have only the socket.
    if (lock && holder === undefined) return tellOthers(lock, options.socketPath)
    lock?.close()
    const { state = 'silent', pid } = holder ?? {}
    if (state !== last) since = performance.now()
    last = state
    const patienceMs = {
      running: 0,
      stopping: options.patienceMs ?? PATIENCE_MS,
      silent: options.silenceMs ?? SILENCE_MS,
    }[state]
    if (performance.now() - since >= patienceMs) throw alreadyRunning(state, pid)
    if (state === 'stopping' && !isWaiting) options.onWaiting?.()
    isWaiting ||= state === 'stopping'
    // Two processes that try at the same moment can both fail.
    await sleep(POLL_MS * (0.5 + Math.random()))
    if (options.signal?.aborted) throw interrupted()
  }
}

/** Returns undefined if another process has the lock. */
function lockFile(file: string): DatabaseSync | undefined {
  // An account that can read the file could lock it. The file is opened only once, because closing
  // any handle to it would release this process's lock.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  const database = new DatabaseSync(file)
  try {
    // With its journal in memory, SQLite leaves no second file.
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return undefined
    throw error
  }
}

/** Listens on the socket, which only the holder of the lock may replace. */
async function tellOthers(lock: DatabaseSync, socketPath: string): Promise<InstanceLock> {
  let state: Holder['state'] = 'running'
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    // A signal that arrived at the same time is handled first.
    setImmediate(() => socket.end(JSON.stringify({ state, pid: process.pid })))
  })
  server.unref()
  await rm(socketPath, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  return {
    stopping: () => void (state = 'stopping'),
    release() {
      server.close()
      lock.close()
    },
  }
}

/** Returns undefined if nobody listens on the socket. */
function askHolder(socketPath: string): Promise<Holder | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    socket.setEncoding('utf8').setTimeout(ANSWER_MS, () => socket.destroy())
    let isConnected = false
    let text = ''
    socket.once('connect', () => (isConnected = true))
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('error', () => {})
    socket.once('close', () => resolve(isConnected ? parseAnswer(text) : undefined))
  })
}

function parseAnswer(text: string): Holder {
  try {
    return Answer.parse(JSON.parse(text))
  } catch {
    return { state: 'silent' }
  }
}

const interrupted = () =>
  new AppError('start_interrupted', 'The start was interrupted.', {
    status: 503,
    hint: 'Start again.',
  })

function alreadyRunning(state: Holder['state'], pid: number | undefined): AppError {
  const who = pid === undefined ? 'that server' : `that server (process ${pid})`
  if (state === 'stopping')
    return new AppError('already_running', 'Another Stoa server does not stop.', {
      status: 500,
      hint: `End ${who}, then start again.`,
    })
  return new AppError('already_running', 'Another Stoa server already uses this data folder.', {
    status: 500,
    hint: `Use ${who}, or set STOA_DATA_DIR to another folder.`,
  })
}
