import { writeFileSync } from 'node:fs'

/**
 * Gives up the rights of a process that has loaded all of its code, so that it needs no other files
 * than those of the logs.
 *
 * @param id the user id that it changes to; undefined if it has no right to
 */
export function giveUpRights(id: string | undefined): void {
  try {
    // When memory runs out, the system ends this process before all others.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not on Linux.
  }
  if (id === undefined) return
  process.setgroups?.([])
  process.setgid?.(Number(id))
  process.setuid?.(Number(id))
}

/**
 * Ends the process with the server. A statement may still compute in another thread, which an orderly
 * exit would wait for.
 */
export function endWithServer(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
