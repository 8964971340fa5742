import { Worker } from 'node:worker_threads'
import type { PasswordCheck } from '@stoa/contract/platform/profile'

/** The score takes time quadratic in the length, and more characters hardly change it. */
const CHECKED_LENGTH = 100
/** The dictionaries take tens of megabytes, so they are unloaded when no form uses them. */
const IDLE_MS = 60_000

export type PasswordStrength = {
  check(password: string): Promise<PasswordCheck['result']>
  stop(): Promise<void>
}

/** Messages between the server and the thread. */
export type Question = { readonly id: number; readonly password: string }
export type PasswordScore = {
  readonly id: number
  readonly score: PasswordCheck['result']['score']
  readonly warning: string
  readonly suggestions: readonly string[]
}

type Waiting = {
  resolve: (result: PasswordCheck['result']) => void
  reject: (error: unknown) => void
}

/**
 * Scores passwords from 0 to 4 in a separate thread, so that neither its dictionaries nor its
 * computation burden the server. It starts with the first check and ends after a minute without one.
 */
export function createPasswordStrength(): PasswordStrength {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  function running(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('./password-strength-worker.ts', import.meta.url))
    started.on('message', ({ id, score, warning, suggestions }: PasswordScore) => {
      waiting.get(id)?.resolve({ score, feedback: { suggestions: [...suggestions], warning } })
      settle(id)
    })
    started.on('error', fail)
    worker = started
    return started
  }

  function settle(id: number) {
    waiting.delete(id)
    if (waiting.size > 0) return
    // Only a busy thread keeps the process alive.
    worker?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => void stop(), IDLE_MS)
    idle.unref()
  }

  function fail(error: unknown) {
    worker = undefined
    const left = [...waiting.values()]
    waiting.clear()
    for (const { reject } of left) reject(error)
  }

  async function stop() {
    clearTimeout(idle)
    const ending = worker
    // Before anything is awaited, so that a check during the stop gets a new thread.
    fail(new Error('The password check was stopped'))
    await ending?.terminate()
  }

  return {
    check: (password) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        const target = running()
        target.ref()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        const question: Question = { id: lastId, password: password.slice(0, CHECKED_LENGTH) }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
        target.postMessage(question)
      }),
    stop,
  }
}
