import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { askPlatform } from '../e2e/support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../e2e/support/server.ts'
import { findDeno } from '../server/src/lib/find-deno.ts'
import { startContender } from './contender.ts'
import { atLeast, atMost, told, type Finding } from './finding.ts'
import { measureLatencies } from './latency.ts'
import { compareRates, createAsker, median, percentile } from './load.ts'
import { residentMemory } from './memory.ts'
import { processorNs } from './processor-time.ts'

const HANDLER = `() => new Response('hello', { headers: { 'content-type': 'text/plain' } })`
/** A handler that computes something; the empty one measures only the path to it. */
const WORKING = `() => {
  const until = performance.now() + 2
  while (performance.now() < until);
  return new Response('done', { headers: { 'content-type': 'text/plain' } })
}`
const COLD_CALLS = 9
const WARM_CALLS = 300
const ROUNDS = 7
const CONNECTIONS = 16
const IDLE_FUNCTIONS = 50
/** A process without requests is kept for a minute, plus a moment to end. */
const UNTIL_IDLE_MS = 62_000
const IDLE_SECONDS = 5
const IDLE_WINDOWS = 4
const RATE = 50
/** Other functions must be unaffected: the slowest calls take no longer than this. */
const MAX_RATIO = 3

/** Measures edge functions against a Deno server without anything before it. */
export async function measureFunctions(): Promise<Finding[]> {
  const server = await startServer()
  const bare = await startBareDeno(HANDLER)
  const working = await startBareDeno(WORKING)
  const proxy = await startContender('bare-proxy.ts', { TARGET: bare.url })
  const node = await startContender('bare-node-server.ts', {})
  try {
    const project = await createProject(server, 'Functions')
    const hostile = await createProject(server, 'Hostile functions')
    await deploy(server, project, 'warm', `Deno.serve(${HANDLER})`)
    await deploy(server, project, 'working', `Deno.serve(${WORKING})`)
    return [
      atMost('cold call of a function', await coldCall(server, project), 'ms', 150),
      ...(await warmCalls(project, { bare: bare.url, proxy: proxy.url, node: node.url })),
      atLeast(
        'warm calls of a function with 2 ms of work, of a bare Deno server',
        await ratioOf(urlOf(project, 'working'), working.url),
        'x',
        0.6,
      ),
      ...(await besideHostile(server, { project, hostile })),
      ...(await idleFunctions(server, project)),
    ]
  } finally {
    bare.stop()
    working.stop()
    await proxy.stop()
    await node.stop()
    await discard(server)
  }
}

const deploy = (server: StartedServer, { ref }: ProjectInfo, slug: string, code: string) =>
  askPlatform(server, 'POST', `/functions/${ref}/functions/${slug}/versions`, {
    files: [{ path: 'index.ts', content: code }],
    verify_jwt: false,
  })

const urlOf = ({ api_url }: ProjectInfo, slug: string) => `${api_url}/functions/v1/${slug}`

async function call(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url)
  await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - started
}

/** The first call of a version, which starts its process. The other processes are idle. */
async function coldCall(server: StartedServer, project: ProjectInfo): Promise<number> {
  const took: number[] = []
  await call(urlOf(project, 'warm'))
  for (let round = 0; round < COLD_CALLS; round += 1) {
    await deploy(server, project, 'cold', `Deno.serve(${HANDLER}) // ${round}`)
    // Ending the previous version's process would count as load.
    await pause(300)
    took.push(await call(urlOf(project, 'cold')))
  }
  return median(took)
}

async function warmCalls(
  project: ProjectInfo,
  { bare, proxy, node }: Readonly<Record<'bare' | 'proxy' | 'node', string>>,
): Promise<readonly Finding[]> {
  const sides = [side(urlOf(project, 'warm')), side(bare)]
  const askers = await Promise.all(sides.map((options) => createAsker(options)))
  const times: number[][] = [[], []]
  // The sides take turns, so that other load on the machine meets both.
  for (let round = 0; round < WARM_CALLS; round += 1)
    for (const [index, asker] of askers.entries()) {
      const started = performance.now()
      await asker.ask()
      times[index]?.push(performance.now() - started)
    }
  for (const asker of askers) asker.close()
  const { ratios } = await compareRates([...sides, side(proxy), side(node)], ROUNDS)
  const [ofBare = Number.NaN, ofProxy = Number.NaN, ofNode = Number.NaN] = ratios
  const added = median(times[0] ?? []) - median(times[1] ?? [])
  return [
    atMost('added by us to a warm call of a function', added, 'ms', 3),
    atLeast('warm calls of a function, of a bare Deno server', ofBare, 'x', 0.6),
    // No proxy in Node can be faster than this.
    told('calls of a Node server without a function, of a bare Deno server', ofBare / ofNode, 'x'),
    atLeast('warm calls of a function, of a bare proxy before that server', ofProxy, 'x', 0.8),
  ]
}

const side = (url: string) => ({ url, headers: {}, connections: CONNECTIONS, seconds: 1 })

async function ratioOf(url: string, bareUrl: string): Promise<number> {
  const { ratios } = await compareRates([side(url), side(bareUrl)], ROUNDS)
  return ratios[0] ?? Number.NaN
}

type Neighbors = { readonly project: ProjectInfo; readonly hostile: ProjectInfo }

/** How much longer the slowest calls take while a function of another project misbehaves. */
async function besideHostile(
  server: StartedServer,
  { project, hostile }: Neighbors,
): Promise<readonly Finding[]> {
  const misbehavior = {
    'in an endless loop': `Deno.serve(() => { for (;;); })`,
    'that leaks memory': `const kept = []
      Deno.serve(() => { for (;;) kept.push(new Array(10_000).fill({})) })`,
  }
  const findings: Finding[] = []
  for (const [name, code] of Object.entries(misbehavior)) {
    await deploy(server, hostile, 'hostile', code)
    const ratios: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const alone = await slowestCalls(project)
      const stop = misbehave(urlOf(hostile, 'hostile'))
      await pause(500)
      ratios.push((await slowestCalls(project)) / alone)
      await stop()
    }
    findings.push(atMost(`slowest calls beside a function ${name}`, median(ratios), 'x', MAX_RATIO))
  }
  return findings
}

async function slowestCalls(project: ProjectInfo): Promise<number> {
  const url = urlOf(project, 'warm')
  const options = { url, headers: {}, connections: 8, rate: RATE, seconds: 4 }
  return percentile(await measureLatencies(options), 0.95)
}

/** Calls a function again as soon as it was ended, until the returned function is called. */
function misbehave(url: string): () => Promise<void> {
  const stopping = new AbortController()
  const calling = (async () => {
    while (!stopping.signal.aborted)
      await fetch(url, { signal: stopping.signal }).then(
        (response) => response.text(),
        () => '',
      )
  })()
  return () => {
    stopping.abort()
    return calling
  }
}

/** The cost of functions that were called once: processes, processor time, memory. */
async function idleFunctions(
  server: StartedServer,
  project: ProjectInfo,
): Promise<readonly Finding[]> {
  await pause(UNTIL_IDLE_MS)
  const before = { memory: await residentMemory(server.pid), busy: await busyMs(server.pid) }
  const slugs = Array.from({ length: IDLE_FUNCTIONS }, (_, index) => `idle-${index}`)
  for (const slug of slugs) {
    await deploy(server, project, slug, `Deno.serve(${HANDLER})`)
    await call(urlOf(project, slug))
  }
  await pause(UNTIL_IDLE_MS)
  const grown = (await residentMemory(server.pid)) - before.memory
  const busy = await busyMs(server.pid)
  return [
    atMost(`${IDLE_FUNCTIONS} idle functions`, await countDeno(server.pid), 'processes', 0),
    atMost(
      `processor time of ${IDLE_FUNCTIONS} idle functions, over none`,
      busy / before.busy,
      'x',
      1.5,
    ),
    atMost(`memory of the server for ${IDLE_FUNCTIONS} idle functions`, grown, 'MB', 25),
  ]
}

/**
 * The processor time that an idle process uses in some seconds: the least of several windows, because
 * the server returns memory once after each time of work, which takes longer than all else in one.
 */
async function busyMs(pid: number): Promise<number> {
  const windows: number[] = []
  for (let window = 0; window < IDLE_WINDOWS; window += 1) windows.push(await busyMsInWindow(pid))
  return Math.min(...windows)
}

async function busyMsInWindow(pid: number): Promise<number> {
  const before = await processorNs(pid)
  await pause(IDLE_SECONDS * 1000)
  return ((await processorNs(pid)) - before) / 1e6
}

/** The processes of Deno below the server, whose parents are shells. */
async function countDeno(pid: number): Promise<number> {
  const parents = new Map<number, { parent: number; name: string }>()
  for (const entry of await readdir('/proc')) {
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(stat) ?? []
    if (parent !== undefined) parents.set(Number(entry), { parent: Number(parent), name })
  }
  const isBelow = (child: number): boolean => {
    const parent = parents.get(child)?.parent ?? 0
    return parent === pid || (parent > 1 && isBelow(parent))
  }
  return [...parents].filter(([child, { name }]) => name === 'deno' && isBelow(child)).length
}

/** The same handler, served by Deno alone. */
async function startBareDeno(handler: string): Promise<{ readonly url: string; stop(): void }> {
  const code = `Deno.serve({ port: 0, hostname: '127.0.0.1',
    onListen: ({ port }) => console.log('http://127.0.0.1:' + port) }, ${handler})`
  const child = spawn(findDeno(), ['run', '--quiet', '--no-config', '--allow-net', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(code)
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { url: `${url}/`, stop: () => void child.kill() }
}
