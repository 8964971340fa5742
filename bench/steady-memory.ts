import { atMost, type Finding } from './finding.ts'
import { measureRate } from './load.ts'
import { proportionalMemory } from './memory.ts'
import type { RestSetup } from './rest-setup.ts'

/** The number of different requests, which exceeds the size of every plan or statement cache. */
const KINDS = 1000
const PARTS = 10
const CONNECTIONS = 16
const SHORT_ROUNDS = 12

/**
 * Measures how much the memory of the server and its Postgres grows over many requests, most of
 * which are the same. It compares the minimum of the last third with that of the middle third,
 * because a heap grows and shrinks, and the first third fills the caches.
 *
 * @param requests the minimum number of requests; if absent, the run lasts some seconds.
 */
export async function measureSteadyMemory(setup: RestSetup, requests?: number): Promise<Finding> {
  const { server, ours, headers } = setup
  const seen: number[] = []
  let answered = 0
  let kind = 0
  while (requests === undefined ? seen.length < SHORT_ROUNDS : answered < requests) {
    for (let one = 0; one < KINDS / PARTS; one += 1) {
      kind += 1
      await fetch(`${ours}/specimen?select=specimen_id&limit=${kind % KINDS}&offset=${kind % 7}`, {
        headers,
      }).then((response) => response.arrayBuffer())
    }
    const url = `${ours}/specimen?select=specimen_id,label&order=specimen_id&limit=10`
    const seconds = 1
    answered += seconds * (await measureRate({ url, headers, connections: CONNECTIONS, seconds }))
    seen.push(await proportionalMemory([server.dataDir], [server.pid]))
  }
  const third = Math.floor(seen.length / 3)
  const growth = Math.min(...seen.slice(-third)) - Math.min(...seen.slice(third, -third))
  return atMost(
    `growth over ${Math.round(answered / 1000)} thousand requests, once warm`,
    growth,
    'MB',
    10,
  )
}
