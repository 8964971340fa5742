import { readdir, readFile } from 'node:fs/promises'
import { told, type Finding } from './finding.ts'
import { createAsker, median, type LoadOptions } from './load.ts'
import { setUpRest, type RestSetup } from './rest-setup.ts'
import { CALL, EMBED, INSERT, READ, type RestRequest } from './rest-requests.ts'

const CONNECTIONS = 16
const REQUESTS = 4000
const ROUNDS = 7

/**
 * Measures the processor time of one request in the server's process and in the bare handler's.
 * Unlike rates, these figures can be compared while other work runs on the machine.
 */
export async function measureRequestCost(): Promise<readonly Finding[]> {
  const setup = await setUpRest()
  try {
    const kinds = { read: READ, 'read of three levels': EMBED, insert: INSERT, rpc: CALL }
    const findings: Finding[] = []
    for (const [kind, sides] of Object.entries(kinds)) {
      const { ours, bare, ratio } = await compare(setup, sides)
      findings.push(
        told(`processor time of a REST ${kind}`, ours, 'µs'),
        told('that of the bare handler', bare, 'µs'),
        told(`bare handler's time, of ours, for a REST ${kind}`, ratio, 'x'),
      )
    }
    return findings
  } finally {
    await setup.stop()
  }
}

async function compare(setup: RestSetup, { ours, bare, ...body }: RestRequest) {
  const load = { headers: setup.headers, ...body }
  const sides = [
    { pid: setup.server.pid, load: { ...load, url: `${setup.ours}/${ours}` } },
    { pid: setup.barePid, load: { ...load, url: `${setup.bare}/${bare}` } },
  ] as const
  for (const side of sides) await costOf(side, REQUESTS)
  const costs: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    costs.push({
      ours: await costOf(sides[0], REQUESTS),
      bare: await costOf(sides[1], REQUESTS),
    })
  return {
    ours: median(costs.map((cost) => cost.ours)),
    bare: median(costs.map((cost) => cost.bare)),
    ratio: median(costs.map((cost) => cost.bare / cost.ours)),
  }
}

type Side = { readonly pid: number; readonly load: Omit<LoadOptions, 'connections' | 'seconds'> }

/** The processor time of one request in a process, in microseconds. */
async function costOf({ pid, load }: Side, requests: number): Promise<number> {
  const before = await processorNs(pid)
  let left = requests
  const work = async () => {
    const asker = await createAsker({ ...load, connections: CONNECTIONS })
    while (left-- > 0) await asker.ask()
    asker.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return ((await processorNs(pid)) - before) / requests / 1000
}

/** The time that all threads of a process have run. */
async function processorNs(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0)
}
