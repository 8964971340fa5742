import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Finding } from './finding.ts'
import { residentMemory } from './memory.ts'
import type { RestSetup } from './rest-setup.ts'

const MEGABYTES = 100
const READERS = 3
const SAMPLE_MS = 20

/**
 * Measures how much the server's memory grows while slow clients read responses of 100 MB. Several
 * clients read at once, because uncollected garbage counts too but doesn't grow with their number.
 */
export async function measureLongAnswer({ server, project, ours }: RestSetup): Promise<Finding> {
  // The service role sees every row.
  const headers = { authorization: `Bearer ${project.service_role_key}` }
  const before = await residentMemory(server.pid)
  let most = before
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      most = Math.max(most, await residentMemory(server.pid))
      await pause(SAMPLE_MS)
    }
  }
  const watching = watch()
  const url = `${ours}/rpc/pages?select=id,body`
  await Promise.all(Array.from({ length: READERS }, () => readSlowly(url, headers)))
  isOver = true
  await watching
  const what = `server growth over ${READERS} answers of 100 MB at once, slowly read`
  return atMost(what, most - before, 'MB', MEGABYTES)
}

async function readSlowly(url: string, headers: Record<string, string>): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject)
  })
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    await pause(1)
  }
  if (bytes < MEGABYTES * 1024 * 1024) throw new Error(`The answer had ${bytes} bytes only`)
}
