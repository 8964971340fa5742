import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startHttpReceiver } from './http-receiver.ts'

/**
 * Kills a process that writes events and sends them to a destination, again and again. Returns the
 * events that were reported as stored, and those that the destination has accepted.
 */
export async function killDrains(
  folder: string,
  times: number,
): Promise<{ readonly reported: ReadonlySet<string>; readonly accepted: ReadonlySet<string> }> {
  const reported = new Set<string>()
  const accepted = new Set<string>()
  let requests = 0
  const { url } = await startHttpReceiver(({ body }) => {
    requests += 1
    // A destination that is not always there.
    if (requests % 5 === 0) return 503
    for (const { id } of JSON.parse(body) as { id: string }[]) accepted.add(id)
    return 200
  })
  const start = (isWriting: boolean): ChildProcess =>
    fork(
      new URL('drain-sender.ts', import.meta.url),
      [folder, path.join(folder, 'drain.json'), url, isWriting ? randomUUID() : ''],
      { execArgv: ['--disable-warning=ExperimentalWarning'] },
    )
  for (let round = 0; round < times; round += 1) {
    const child = start(true)
    child.on('message', (ids) => {
      for (const id of ids as string[]) reported.add(id)
    })
    await once(child, 'message')
    await setTimeout((round * 37) % 400)
    await kill(child)
  }
  const last = start(false)
  while ([...reported].some((id) => !accepted.has(id)) && last.exitCode === null)
    await setTimeout(50)
  await kill(last)
  return { reported, accepted }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
