import { Worker } from 'node:worker_threads'

/** Without a hash, the thread creates one. */
export type HashingTask = { readonly password: string; readonly hash?: string }
export type HashingAnswer =
  | { readonly hash: string; readonly cpuMs: number }
  | { readonly matches: boolean; readonly cpuMs: number }
  | { readonly error: unknown }

export type HashingThreads = {
  /** Hashes with bcrypt in GoTrue's format (`$2a$10$`). */
  hash(password: string): Promise<string>
  /** Whether the password has this hash, which `checkPasswordHash` accepts. */
  matches(password: string, hash: string): Promise<boolean>
}

/** A thread without work ends after this time. */
const IDLE_MS = 30_000

type Thread = { readonly worker: Worker; idle: NodeJS.Timeout | undefined }

/**
 * Hashes passwords in threads of low priority, so that sign-ins do not slow down other work. There
 * is a thread for each concurrent task, and the caller limits their number. `spent` gets the
 * processor time of each task in milliseconds.
 */
export function createHashingThreads(spent: (cpuMs: number) => void): HashingThreads {
  const free: Thread[] = []

  function start(): Thread {
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url))
    const thread: Thread = { worker, idle: undefined }
    // A thread that fails while it is idle must neither get another task nor crash the server.
    worker.on('error', () => {})
    worker.once('exit', () => {
      clearTimeout(thread.idle)
      const index = free.indexOf(thread)
      if (index >= 0) free.splice(index, 1)
    })
    return thread
  }

  function rest(thread: Thread): void {
    // An idle thread must not keep the process alive.
    thread.worker.unref()
    thread.idle = setTimeout(() => {
      free.splice(free.indexOf(thread), 1)
      void thread.worker.terminate()
    }, IDLE_MS)
    thread.idle.unref()
    free.push(thread)
  }

  function run(task: HashingTask): Promise<HashingAnswer> {
    const thread = free.pop() ?? start()
    clearTimeout(thread.idle)
    const { worker } = thread
    worker.ref()
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown) =>
        reject(new Error('A thread that hashes passwords has ended', { cause }))
      worker.once('error', fail)
      worker.once('exit', fail)
      worker.once('message', (answer: HashingAnswer) => {
        worker.off('error', fail)
        worker.off('exit', fail)
        rest(thread)
        if ('cpuMs' in answer) spent(answer.cpuMs)
        resolve(answer)
      })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
      worker.postMessage(task)
    })
  }

  return {
    async hash(password) {
      const answer = await run({ password })
      if ('hash' in answer) return answer.hash
      throw failureOf(answer)
    },
    async matches(password, hash) {
      const answer = await run({ password, hash })
      if ('matches' in answer) return answer.matches
      throw failureOf(answer)
    },
  }
}

const failureOf = (answer: HashingAnswer) =>
  new Error('A password could not be hashed', { cause: 'error' in answer ? answer.error : answer })
