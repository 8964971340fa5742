import { spawn, type ChildProcess } from 'node:child_process'

/** Knows the clusters that must not outlive the server. */
export type Watchdog = {
  /** `pid` is the postmaster of `dataDir`. */
  add(pid: number, dataDir: string): void
  remove(pid: number): void
  /** Ends the watchdog without ending what it watches. */
  release(): void
  /** The watching process, where one is up. */
  readonly pid: number | undefined
}

/**
 * A shell of one megabyte that reads process numbers from a pipe. When the pipe closes, because the
 * server ended however it ended, it shuts down every cluster still noted, first fast, then at once,
 * then by force: after `kill -9` of the server no Postgres stays behind. `bye` ends it in peace.
 *
 * A number may be another process's by then. One is signalled only while it works in the data
 * directory, or, where that cannot be seen, while `postmaster.pid` names it.
 */
const SCRIPT = `
trap '' INT TERM HUP
pids=
is_ours() {
  kill -0 "$1" 2>/dev/null || return 1
  eval "dir=\\$dir_$1"
  if [ -d "/proc/$1" ]; then [ "/proc/$1/cwd" -ef "$dir" ]; return; fi
  read -r owner 2>/dev/null <"$dir/postmaster.pid" && [ "$owner" = "$1" ]
}
while read -r word pid dir; do
  case "$word" in
    add) pids="$pids $pid"; eval "dir_$pid=\\$dir" ;;
    remove)
      kept=
      for each in $pids; do [ "$each" = "$pid" ] || kept="$kept $each"; done
      pids=$kept; unset "dir_$pid" ;;
    bye) exit 0 ;;
  esac
done
for signal in INT QUIT KILL; do
  for pid in $pids; do is_ours "$pid" && kill "-$signal" "$pid" 2>/dev/null; done
  for wait in 1 2 3 4 5 6 7 8 9 10; do
    left=
    for pid in $pids; do is_ours "$pid" && left="$left $pid"; done
    pids=$left
    [ -n "$pids" ] || exit 0
    sleep 1
  done
done
`

/** Pauses before a watchdog that was killed is replaced, so that one which cannot live does not spin. */
const RESPAWN_MS = 200

export function createWatchdog(): Watchdog {
  const watched = new Map<number, string>()
  let isReleased = false
  let child = spawnShell()

  function spawnShell(): ChildProcess {
    const shell = spawn('/bin/sh', ['-c', SCRIPT], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // The open pipe is the point, but neither it nor the shell is a reason for the server to stay.
    shell.unref()
    const { stdin } = shell
    stdin?.on('error', () => {})
    ;(stdin as unknown as { unref?: () => void }).unref?.()
    const replace = () => {
      if (isReleased || child !== shell) return
      setTimeout(() => {
        if (isReleased) return
        child = spawnShell()
        for (const [pid, dataDir] of watched) say(`add ${pid} ${dataDir}`)
      }, RESPAWN_MS).unref()
    }
    shell.once('exit', replace)
    shell.once('error', replace)
    return shell
  }

  const say = (line: string) => void child.stdin?.write(`${line}\n`)
  return {
    add(pid, dataDir) {
      watched.set(pid, dataDir)
      say(`add ${pid} ${dataDir}`)
    },
    remove(pid) {
      watched.delete(pid)
      say(`remove ${pid}`)
    },
    release() {
      isReleased = true
      say('bye')
      child.stdin?.end()
    },
    get pid() {
      return child.pid
    },
  }
}
