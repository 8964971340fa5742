import { createProject, discard, startServer, type ProjectInfo } from '../e2e/support/server.ts'
import { atMost, type Finding } from './finding.ts'
import { measureLatencies } from './latency.ts'
import { headersOf, runSql } from './rest-setup.ts'

/** What somebody can send to a project of their own with its publishable key. */
type Attack = {
  readonly what: string
  readonly path: string
  readonly type: string
  readonly body: string
}

const MEGABYTE = 1024 * 1024

const ATTACKS: readonly Attack[] = [
  { what: 'CSV', path: '/rest/v1/item', type: 'text/csv', body: ','.repeat(20 * MEGABYTE) },
  {
    what: 'JSON',
    path: '/rest/v1/item',
    type: 'application/json',
    body: `[{${Array.from({ length: 500_000 }, (_, id) => `"k${id}":${id}`).join()}}]`,
  },
  {
    what: 'GraphQL',
    path: '/graphql/v1',
    type: 'application/json',
    body: JSON.stringify({ query: `{${'a{'.repeat(200_000)}` }),
  },
  {
    what: 'multipart',
    path: '/rest/v1/rpc/nothing',
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\n'.repeat(2 * MEGABYTE),
  },
]

const SENDERS = 4
const RATE = 200
const SECONDS = 4
/** A neighbour's slowest reads wait for a few slices of other people's work, not for all of it. */
const MAX_RATIO = 20

/**
 * How much longer the slowest reads of a project take while another project sends bodies that are
 * hard to read, each kind by itself.
 */
export async function measureHostileNeighbour(): Promise<readonly Finding[]> {
  const server = await startServer()
  try {
    const attacker = await createProject(server, 'Attacker')
    const neighbour = await createProject(server, 'Neighbour')
    for (const project of [attacker, neighbour])
      await runSql(
        project,
        `create table item (id int primary key); insert into item values (1);
         grant select, insert on item to anon, authenticated`,
      )
    await slowestReads(neighbour)
    const findings: Finding[] = []
    for (const attack of ATTACKS) {
      const undisturbed = await slowestReads(neighbour)
      const stop = send(attacker, attack)
      const disturbed = await slowestReads(neighbour)
      await stop()
      findings.push(
        atMost(
          `slowest reads beside hostile ${attack.what}`,
          disturbed / undisturbed,
          'x',
          MAX_RATIO,
        ),
      )
    }
    return findings
  } finally {
    await discard(server)
  }
}

/** The 99th percentile of a project's reads, in milliseconds. */
async function slowestReads(project: ProjectInfo): Promise<number> {
  const latencies = await measureLatencies({
    url: `${project.api_url}/rest/v1/item?select=id`,
    headers: headersOf(project),
    connections: 8,
    rate: RATE,
    seconds: SECONDS,
  })
  const sorted = latencies.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

/** Sends the same body again and again, until the returned function is called. */
function send({ api_url: url, anon_key: key }: ProjectInfo, attack: Attack): () => Promise<void> {
  const ending = new AbortController()
  // Encoding it again for each request would disturb the measurement in this process.
  const body = Buffer.from(attack.body)
  const repeat = async () => {
    while (!ending.signal.aborted)
      await fetch(url + attack.path, {
        method: 'POST',
        headers: { apikey: key, 'content-type': attack.type },
        body,
        signal: ending.signal,
      }).then(
        (response) => response.arrayBuffer(),
        () => undefined,
      )
  }
  const senders = Array.from({ length: SENDERS }, repeat)
  return async () => {
    ending.abort()
    await Promise.all(senders)
  }
}
