import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createProject, discard, startServer, type ProjectInfo } from '../e2e/support/server.ts'
import { atMost, type Finding } from './finding.ts'
import { ATTACKS, type Attack } from './hostile-bodies.ts'
import { measureLatencies } from './latency.ts'
import { median } from './load.ts'
import { headersOf, runSql } from './rest-setup.ts'

const SENDER = fileURLToPath(new URL('hostile-sender.ts', import.meta.url))
const RATE = 200
const SECONDS = 3
/** A single round is subject to other load on the machine. */
const ROUNDS = 5
/** A neighbour's slowest reads wait for a few slices of other people's work, not for all of it. */
const MAX_RATIO = 3

/**
 * How much longer the slowest reads of a project take while another project sends bodies that are
 * hard to read, than while it sends as many bytes that are easy to read.
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
      const beside = async (kind: 'plain' | 'hostile') => {
        const stop = send(attacker, attack, kind)
        const slowest = await slowestReads(neighbour)
        await stop()
        return slowest
      }
      const ratios: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const plain = await beside('plain')
        ratios.push((await beside('hostile')) / plain)
      }
      const name = `slowest reads beside hostile ${attack.what}`
      findings.push(atMost(name, median(ratios), 'x', MAX_RATIO))
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

/** Sends a body again and again, until the returned function is called. */
function send(project: ProjectInfo, attack: Attack, kind: string): () => Promise<void> {
  const { api_url: url, anon_key: key } = project
  const child = spawn(process.execPath, [SENDER, attack.what, url, key, kind], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return () => {
    child.stdin.end()
    return ended
  }
}
