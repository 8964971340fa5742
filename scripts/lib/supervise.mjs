/**
 * Keeps the server running for `npm start`. Plain JavaScript without dependencies, like its caller.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'

/** The exit code of a server whose next start would fail for the same reason. */
export const NOT_AGAIN = 78

/** The pauses before the first, second, … restart in a row. */
const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]
/** One of the restarts in a row is forgotten for each time that the server ran this long. */
const FORGOTTEN_AFTER_MS = 15_000
/** Longer than all deadlines of the server's own shutdown together. */
const STOP_DEADLINE_MS = 150_000
/** Ctrl-C reaches this process from the terminal and again from npm. */
const SAME_SIGNAL_MS = 1000

/**
 * The system sends SIGHUP when a terminal closes. A server that uses none, as with `nohup` or under
 * a service manager, keeps running. Node resets ignored signals, so `nohup` itself has no effect.
 */
const STOPPING_SIGNALS = [0, 1, 2].some((fd) => isatty(fd))
  ? ['SIGINT', 'SIGTERM', 'SIGHUP']
  : ['SIGINT', 'SIGTERM']
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs the server and starts it again when it ends by itself: at once, and after longer and longer
 * pauses if it keeps ending. Passes signals on to it. Resolves to the exit code: the server's own
 * after a signal, or when it ended with 0 or `NOT_AGAIN`.
 */
export async function supervise(command, args, options) {
  const { env, say = console.error, wait = sleep, now = () => performance.now() } = options
  let child
  let stopping
  let signalledAt = -SAME_SIGNAL_MS
  const pauseEnd = new AbortController()

  const stop = (signal) => {
    if (!STOPPING_SIGNALS.includes(signal)) return
    if (now() - signalledAt < SAME_SIGNAL_MS) return
    signalledAt = now()
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

  let restarts = 0
  try {
    for (;;) {
      const startedAt = now()
      const end = await runOnce()
      child = undefined
      if (stopping) return typeof end === 'number' ? end : 1
      if (end === 0) return 0
      if (end === NOT_AGAIN) return 1
      const forgotten = Math.floor((now() - startedAt) / FORGOTTEN_AFTER_MS)
      restarts = Math.max(0, restarts - forgotten)
      const pauseMs = PAUSES_MS[Math.min(restarts, PAUSES_MS.length - 1)]
      restarts += 1
      const when = pauseMs === 0 ? 'Restarting.' : `Restarting in ${pauseMs / 1000} s.`
      say(`Stoa ended unexpectedly (${end}). ${when}`)
      await wait(pauseMs, undefined, { signal: pauseEnd.signal }).catch(() => {})
      if (stopping) return 1
    }
  } finally {
    clearTimeout(stopping)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
