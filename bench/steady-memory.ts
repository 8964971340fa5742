import { atMost, type Finding } from './finding.ts'
import { measureRate } from './load.ts'
import { proportionalMemory } from './memory.ts'
import type { RestSetup } from './rest-setup.ts'

/** More kinds of request than any cache of plans or statements keeps. */
const KINDS = 1000
const PARTS = 10
const CONNECTIONS = 16
const SHORT_ROUNDS = 12

/**
 * How much the server and its Postgres grow over many requests, most of them alike and every so often
 * a new kind: the least seen in the last third against the least in the middle one, as a heap goes
 * up and down, and the first third fills the caches.
 *
 * @param requests at least; without a number as many as some seconds allow.
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
