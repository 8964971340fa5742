import { spawn } from 'node:child_process'

/** Knows the process numbers that must not outlive the server. */
export type Watchdog = {
  add(pid: number): void
  remove(pid: number): void
  /** Ends the watchdog without ending what it watches. */
  release(): void
}

/**
 * A shell of one megabyte that reads process numbers from a pipe. When the pipe closes, because the
 * server ended however it ended, it asks every process still noted to shut down: after `kill -9` of
 * the server no Postgres stays behind. `bye` ends it in peace.
 */
const SCRIPT = `
trap '' INT TERM HUP
pids=' '
while read -r word pid; do
  case "$word" in
    add) pids="$pids$pid " ;;
    remove) pids=$(printf '%s' "$pids" | sed "s/ $pid / /") ;;
    bye) exit 0 ;;
  esac
done
for pid in $pids; do kill -INT "$pid" 2>/dev/null; done
`

export function createWatchdog(): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  const { stdin } = child
  stdin.on('error', () => {})
  // The open pipe is the point, but it is no reason for the server to stay.
  ;(stdin as unknown as { unref?: () => void }).unref?.()
  const say = (line: string) => void stdin.write(`${line}\n`)
  return {
    add: (pid) => say(`add ${pid}`),
    remove: (pid) => say(`remove ${pid}`),
    release() {
      say('bye')
      stdin.end()
    },
  }
}
