import { told, type Finding } from './finding.ts'
import { createAsker, percentile, type LoadOptions } from './load.ts'
import { familyNs, processorNs, ticksOf } from './processor-time.ts'
import { setUpRest, type RestSetup } from './rest-setup.ts'
import { CALL, EMBED, INSERT, READ, type RestRequest } from './rest-requests.ts'

const CONNECTIONS = 16
/** Until then, V8 still compiles the server's code, in threads that would count. */
const WARM_UP = 20_000
const REQUESTS = 300
const ROUNDS = 40
/** Other work on the machine makes requests dearer, never cheaper, so the cheapest rounds count. */
const QUIET_SHARE = 0.15

/**
 * Measures the processor time of one request in the server's process and in the bare handler's, in
 * Postgres on behalf of each, and in the load generator. Unlike rates, these figures can be compared
 * while other work runs on the machine.
 */
export async function measureRequestCost(): Promise<readonly Finding[]> {
  const setup = await setUpRest()
  try {
    const kinds = { read: READ, 'read of three levels': EMBED, insert: INSERT, rpc: CALL }
    const findings: Finding[] = []
    for (const [kind, sides] of Object.entries(kinds)) {
      const { ours, bare } = await compare(setup, sides)
      findings.push(
        ...partsOf(`a REST ${kind}`, ours),
        ...partsOf(`the bare handler's ${kind}`, bare),
        told(`bare handler's time, of ours, for a REST ${kind}`, bare.handler / ours.handler, 'x'),
        told('the same with Postgres and the load generator', totalOf(bare) / totalOf(ours), 'x'),
      )
    }
    return findings
  } finally {
    await setup.stop()
  }
}

/** The processor time of one request in microseconds, by the process that spent it. */
type Cost = {
  /** The process that responds to the request. */
  readonly handler: number
  readonly postgres: number
  /** The process of this bench, which sends the requests. */
  readonly sender: number
}

/** A cost, with the share of the handler's time that it spent in system calls. */
type Parts = Cost & { readonly kernelShare: number }

const partsOf = (what: string, cost: Parts): readonly Finding[] => [
  told(`processor time of ${what}`, cost.handler, 'µs'),
  told('  in system calls', cost.handler * cost.kernelShare, 'µs'),
  told('  in Postgres, in addition', cost.postgres, 'µs'),
  told('  in the load generator, in addition', cost.sender, 'µs'),
]

const totalOf = ({ handler, postgres, sender }: Cost): number => handler + postgres + sender

async function compare(
  setup: RestSetup,
  { ours, bare, ...body }: RestRequest,
): Promise<{ readonly ours: Parts; readonly bare: Parts }> {
  const { postgresPid } = setup
  const load = { headers: setup.headers, ...body }
  const sides = {
    ours: { pid: setup.server.pid, postgresPid, load: { ...load, url: `${setup.ours}/${ours}` } },
    bare: { pid: setup.barePid, postgresPid, load: { ...load, url: `${setup.bare}/${bare}` } },
  }
  await costOf(sides.ours, WARM_UP)
  await costOf(sides.bare, WARM_UP)
  const rounds = { ours: newRounds(), bare: newRounds() }
  for (let round = 0; round < ROUNDS; round += 1) {
    await addRound(rounds.ours, sides.ours)
    await addRound(rounds.bare, sides.bare)
  }
  return { ours: summaryOf(rounds.ours), bare: summaryOf(rounds.bare) }
}

type Side = {
  readonly pid: number
  readonly postgresPid: number
  readonly load: Omit<LoadOptions, 'connections' | 'seconds'>
}

type Rounds = { readonly costs: Cost[]; user: number; kernel: number }

const newRounds = (): Rounds => ({ costs: [], user: 0, kernel: 0 })

/** A tick is longer than many requests, so only the sum of all rounds shows how they are split. */
async function addRound(rounds: Rounds, side: Side): Promise<void> {
  const before = await ticksOf(side.pid)
  rounds.costs.push(await costOf(side, REQUESTS))
  const after = await ticksOf(side.pid)
  rounds.user += after.user - before.user
  rounds.kernel += after.kernel - before.kernel
}

function summaryOf({ costs, user, kernel }: Rounds): Parts {
  const quiet = (part: keyof Cost) =>
    percentile(
      costs.map((cost) => cost[part]),
      QUIET_SHARE,
    )
  return {
    handler: quiet('handler'),
    postgres: quiet('postgres'),
    sender: quiet('sender'),
    kernelShare: kernel / (user + kernel),
  }
}

async function costOf({ pid, postgresPid, load }: Side, requests: number): Promise<Cost> {
  const times = () =>
    Promise.all([processorNs(pid), familyNs(postgresPid), processorNs(process.pid)])
  const before = await times()
  let left = requests
  const work = async () => {
    const asker = await createAsker({ ...load, connections: CONNECTIONS })
    while (left-- > 0) await asker.ask()
    asker.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const after = await times()
  const [handler = 0, postgres = 0, sender = 0] = after.map(
    (time, at) => (time - (before[at] ?? time)) / requests / 1000,
  )
  return { handler, postgres, sender }
}
