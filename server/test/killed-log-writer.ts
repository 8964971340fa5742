import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { readEvents } from './log-events.ts'
import { createLogStore } from '../src/logs/store.ts'

/**
 * Kills a process that writes logs, again and again. Returns the numbers of the events that were
 * reported as stored, and those of all events in the files.
 */
export async function killWriters(
  folder: string,
  times: number,
): Promise<{ readonly reported: readonly number[]; readonly stored: readonly number[] }> {
  const reported: number[] = []
  let first = 0
  for (let round = 0; round < times; round += 1) {
    const child = fork(new URL('log-writer.ts', import.meta.url), [folder, String(first)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    let certain = first
    child.on('message', (next) => (certain = Number(next)))
    await once(child, 'message')
    await setTimeout((round * 7) % 40)
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    for (let number = first; number < certain; number += 1) reported.push(number)
    // Numbers that may be stored although they were not reported are not used again.
    first = certain + 1_000_000
  }
  const store = createLogStore({ folder, clock: systemClock, log: silentLog })
  const events = [
    ...(await readEvents(store, 'victim', 'edge_logs')),
    ...(await readEvents(store, 'victim', 'auth_logs')),
  ]
  await store.stop()
  const stored = events.map(({ event_message: message }) => Number(message.replace('event ', '')))
  return { reported, stored }
}
