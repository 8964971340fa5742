import { atLeast, atMost, told, type Finding } from './finding.ts'
import { measureLatencies } from './latency.ts'
import { compareRates, measureRate, median, percentile, type LoadOptions } from './load.ts'
import { measureLongAnswer } from './long-answer.ts'
import { measureManyTables } from './many-tables.ts'
import { CALL, EMBED, INSERT, READ, type RestRequest } from './rest-requests.ts'
import { setUpRest, type RestSetup } from './rest-setup.ts'
import { measureSteadyMemory } from './steady-memory.ts'

const CONNECTIONS = 16
const ROUND_SECONDS = 0.4
const ROUNDS = 11
/** V8 compiles a server's code during its first ten thousand requests. */
const WARM_UP_SECONDS = 5
const TAIL_ROUNDS = 5

/** Measures the data API against its competitors on the same Postgres, and its stability. */
export async function measureRest(options: { isLong: boolean }): Promise<readonly Finding[]> {
  const setup = await setUpRest()
  try {
    const read = await compare(setup, { ...READ, lite: READ.ours })
    const embed = await compare(setup, EMBED)
    const insert = await compare(setup, INSERT)
    const rpc = await compare(setup, CALL)
    return [
      told('REST read of 20 rows', read.rate, 'req/s'),
      atLeast('REST read against a bare Node handler', read.toBare, 'x', 0.8),
      atLeast('REST read against @supabase/lite', read.toLite, 'x', 10),
      atLeast('REST read of three levels against a bare Node handler', embed.toBare, 'x', 0.7),
      atLeast('REST insert against a bare Node handler', insert.toBare, 'x', 0.8),
      atLeast('REST rpc against a bare Node handler', rpc.toBare, 'x', 0.8),
      ...(await measureTail(setup)),
      await measureLongAnswer(setup),
      await measureSteadyMemory(setup, options.isLong ? 1_000_000 : undefined),
      ...(await measureManyTables(setup)),
    ]
  } finally {
    await setup.stop()
  }
}

async function compare(setup: RestSetup, asked: RestRequest & { readonly lite?: string }) {
  const load = {
    headers: setup.headers,
    connections: CONNECTIONS,
    seconds: ROUND_SECONDS,
    ...(asked.body !== undefined && { body: asked.body }),
  }
  const sides = [
    { ...load, url: `${setup.ours}/${asked.ours}` },
    { ...load, url: `${setup.bare}/${asked.bare}` },
    ...(asked.lite === undefined ? [] : [{ ...load, url: `${setup.lite}/${asked.lite}` }]),
  ]
  await requireSameAnswers(sides)
  const { rate, ratios } = await compareRates(sides, ROUNDS, WARM_UP_SECONDS)
  const [toBare = 0, toLite = 0] = ratios
  return { rate, toBare, toLite }
}

/** Checks that all sides return the same response, so that their speeds are comparable. */
async function requireSameAnswers(sides: readonly LoadOptions[]): Promise<void> {
  const answers = await Promise.all(
    sides.map(async ({ url, headers, body }) => {
      const type = body !== undefined && { 'content-type': 'application/json' }
      const sent = body !== undefined && { method: 'POST', body }
      const response = await fetch(url, { ...sent, headers: { ...headers, ...type } })
      const text = await response.text()
      return `${response.status} ${text === '' ? '' : JSON.stringify(JSON.parse(text))}`
    }),
  )
  if (answers.some((answer) => answer !== answers[0]))
    throw new Error(`The sides answer differently: ${answers.map((text) => text.slice(0, 200))}`)
}

/**
 * Measures the ratio of the 99th percentile to the median at 80% of the peak rate. The bare
 * handler's ratio shows how much of it other load on the machine causes.
 */
async function measureTail({ ours, bare, headers }: RestSetup): Promise<readonly Finding[]> {
  const ratios: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < TAIL_ROUNDS; round += 1) {
    ratios.ours.push(await tailOf({ url: `${ours}/${READ.ours}`, headers }))
    ratios.bare.push(await tailOf({ url: `${bare}/read`, headers }))
  }
  const what = 'at 80% of the peak, p99 against the median'
  return [
    atMost(`REST read ${what}`, median(ratios.ours), 'x', 5),
    told(`bare Node handler ${what}`, median(ratios.bare), 'x'),
  ]
}

async function tailOf(asked: Pick<LoadOptions, 'url' | 'headers'>): Promise<number> {
  const load = { ...asked, connections: CONNECTIONS, seconds: 0.5 }
  const peak = await measureRate(load)
  const many = { ...load, connections: CONNECTIONS * 4, seconds: 1, rate: peak * 0.8 }
  const latencies = await measureLatencies(many)
  return percentile(latencies, 0.99) / percentile(latencies, 0.5)
}
