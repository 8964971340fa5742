/** Keeps the server running for `npm start`. Plain JavaScript without dependencies, as its caller. */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The exit code of a server whose next start would fail for the same reason. */
export const NOT_AGAIN = 78

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** A server that ran this long begins again with the first pause when it ends. */
const STABLE_MS = 60_000
/** Longer than all deadlines of the server's own shutdown together. */
const STOP_DEADLINE_MS = 150_000
/** Ctrl-C reaches this process from the terminal and again from npm. */
const SAME_SIGNAL_MS = 1000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs the server and starts it again when it ends by itself, after 1, 2, 4 … at most 60 seconds.
 * Passes signals on to it. Resolves to the exit code: the server's own after a signal, or when it
 * ended with 0 or `NOT_AGAIN`.
 */
export async function supervise(command, args, { env, say = console.error, wait = sleep }) {
  let child
  let stopping
  let signalledAt = -SAME_SIGNAL_MS
  const pauseEnd = new AbortController()

  const stop = (signal) => {
    const now = performance.now()
    if (now - signalledAt < SAME_SIGNAL_MS) return
    signalledAt = now
    child?.kill(signal)
    stopping ??= setTimeout(() => child?.kill('SIGKILL'), STOP_DEADLINE_MS)
    pauseEnd.abort()
  }
  for (const signal of SIGNALS) process.on(signal, stop)

  /** Resolves to the server's exit code, or to the signal that ended it. */
  const runOnce = () =>
    new Promise((resolve) => {
      // In its own process group, the server gets Ctrl-C once. By the channel it notices when this
      // process is gone.
      child = spawn(command, args, {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
        env,
      })
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code, signal) => resolve(code ?? signal))
    })

  let pauseMs = FIRST_PAUSE_MS
  try {
    for (;;) {
      const startedAt = performance.now()
      const end = await runOnce()
      child = undefined
      if (stopping) return typeof end === 'number' ? end : 1
      if (end === 0) return 0
      if (end === NOT_AGAIN) return 1
      if (performance.now() - startedAt >= STABLE_MS) pauseMs = FIRST_PAUSE_MS
      say(`Stoa ended unexpectedly (${end}). Restarting in ${pauseMs / 1000} s.`)
      await wait(pauseMs, undefined, { signal: pauseEnd.signal }).catch(() => {})
      if (stopping) return 1
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  } finally {
    clearTimeout(stopping)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
