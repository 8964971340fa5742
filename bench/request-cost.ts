import { told, type Finding } from './finding.ts'
import { createAsker, percentile, type LoadOptions } from './load.ts'
import { processorNs } from './processor-time.ts'
import { setUpRest, type RestSetup } from './rest-setup.ts'
import { CALL, EMBED, INSERT, READ, type RestRequest } from './rest-requests.ts'

const CONNECTIONS = 16
const WARM_UP = 4000
const REQUESTS = 300
const ROUNDS = 40
/** Other work on the machine makes requests dearer, never cheaper, so the cheapest rounds count. */
const QUIET_SHARE = 0.15

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
  for (const side of sides) await costOf(side, WARM_UP)
  const costs: { readonly ours: number[]; readonly bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.ours.push(await costOf(sides[0], REQUESTS))
    costs.bare.push(await costOf(sides[1], REQUESTS))
  }
  const quiet = {
    ours: percentile(costs.ours, QUIET_SHARE),
    bare: percentile(costs.bare, QUIET_SHARE),
  }
  return { ...quiet, ratio: quiet.bare / quiet.ours }
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
