import { spawn, type ChildProcess } from 'node:child_process'

/** Ends the clusters that must not outlive the server. */
export type Watchdog = {
  /** `pid` is the postmaster of `dataDir`. */
  add(pid: number, dataDir: string): void
  remove(pid: number): void
  /** Ends the watchdog but not the clusters that it watches. */
  release(): void
  /** The watchdog's process, if it runs. */
  readonly pid: number | undefined
}

/**
 * A small shell that reads process numbers from a pipe. When the pipe closes because the server
 * ended, it shuts down every cluster on its list, first fast, then immediately, then by force:
 * after `kill -9` of the server no Postgres process remains. `bye` ends the shell only.
 *
 * A process number may be reused by then. A process is signalled only if it runs in the data
 * directory, or, where that cannot be read, if `postmaster.pid` names it.
 */
const SCRIPT = `
trap '' INT TERM HUP
pids=
is_ours() {
  kill -0 "$1" 2>/dev/null || return 1
  eval "dir=\\$dir_$1"
  if [ -d /proc/self ]; then [ "/proc/$1/cwd" -ef "$dir" ]; return; fi
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

/** Delays before a killed watchdog is replaced, so that one that cannot start does not loop. */
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
    // Neither the open pipe nor the shell may keep the server's process alive.
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
