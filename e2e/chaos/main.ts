import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { checkArrivals, checkProject, idsOf, type Finding } from './check.ts'
import { faultsOf } from './faults.ts'
import { createHistory } from './history.ts'
import { createInstallation, type Installation } from './installation.ts'
import { settle, startLifecycle } from './lifecycle.ts'
import { prepareProject, type ChaosProject } from './projects.ts'
import { createRandom } from './random.ts'
import { startReceiver, subscribe, type Receiver, type Subscriber } from './receivers.ts'
import { untilRecovered } from './recovery.ts'
import { printFaults, printTable, printTallies, type InjectedFault } from './report.ts'
import { startWorkload } from './workload.ts'

/**
 * Uses an installation through every service while its processes are killed and stopped, and
 * compares what clients were told with the actual state. Exits with 1 if anything is wrong.
 *
 * `npm run chaos -- --minutes 30 --seed 7`
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: `${process.pid}` },
    keep: { type: 'boolean', default: false },
  },
})
const PAUSE_MS = 1500
const ARRIVAL_MS = 60_000
const END_MS = 15_000

const seed = Number(options.seed)
const random = createRandom(seed)
console.log(`Seed ${seed}, ${options.minutes} minutes of faults.`)
const installation = await createInstallation()
const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-chaos-history-'))
const history = createHistory(path.join(folder, 'history.jsonl'))
const violations: string[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void installation.remove().finally(() => process.exit(1)))
try {
  await run()
} catch (error) {
  violations.push(`The campaign broke: ${String(error)}\n${installation.output()}`)
} finally {
  await history.close()
  if (!options.keep) await installation.remove()
}
console.log(
  violations.length === 0
    ? 'Nothing was lost, and everything recovered by itself.'
    : `${violations.length} violations:\n${violations.slice(0, 50).join('\n')}`,
)
console.log(`History: ${folder}/history.jsonl`)
process.exit(violations.length === 0 ? 0 : 1)

async function run(): Promise<void> {
  installation.start()
  await installation.untilReady()
  const receiver = await startReceiver()
  const names = ['Ant', 'Bee', 'Cat', 'Dog']
  const prepared: ChaosProject[] = []
  for (const name of names)
    prepared.push(await prepareProject(installation, { name, receiver: receiver.url }))
  const [moving, ...projects] = prepared.toReversed()
  if (!moving) throw new Error('There is no project')
  const subscribers = await Promise.all(projects.map(subscribe))
  const deps = { installation, history, random }
  const clients = [startWorkload(deps, projects), startLifecycle(deps, moving)]

  const injected = await injectFaults(projects)
  await Promise.all(clients.map((client) => client.stop()))
  printFaults(injected)
  await checkAll(projects, { receiver, subscribers })
  await checkLifecycle(moving)
  await Promise.all(subscribers.map((subscriber) => subscriber.close()))
  receiver.close()
  await checkEnd(installation)
}

/** Each fault once in a random order, and again in another until the time is up. */
async function injectFaults(projects: readonly ChaosProject[]): Promise<InjectedFault[]> {
  const until = performance.now() + Number(options.minutes) * 60_000
  const faults = faultsOf(installation, projects, random)
  const injected: InjectedFault[] = []
  while (performance.now() < until)
    for (const { name, inject } of random.shuffle(faults)) {
      if (performance.now() >= until) break
      await inject()
      const recoveryMs = await untilRecovered(installation, projects)
      injected.push({ name, recoveryMs })
      if (recoveryMs === undefined) violations.push(`No recovery after: ${name}`)
      await sleep(PAUSE_MS)
    }
  return injected
}

async function checkAll(
  projects: readonly ChaosProject[],
  { receiver, subscribers }: { receiver: Receiver; subscribers: readonly Subscriber[] },
): Promise<void> {
  const findings: Finding[] = []
  const arrived: unknown[][] = []
  for (const [at, project] of projects.entries()) {
    findings.push(await checkProject(installation, history, project))
    const subscriber = subscribers[at]
    for (const [what, table, arrivals] of [
      ['webhooks', 'hooked', receiver.of(project.name)],
      ['changes', 'entries', subscriber?.arrivals ?? new Map<string, number>()],
    ] as const) {
      const committed = await idsOf(project, table)
      const until = performance.now() + ARRIVAL_MS
      const check = () => checkArrivals(`${project.name}: ${what}`, committed, arrivals)
      while (check().violations.length > 0 && performance.now() < until) await sleep(500)
      const { violations: wrong, duplicates } = check()
      // A subscriber that was told to read again may have missed changes.
      const isExcused = what === 'changes' && subscriber?.hasBeenWarned() === true
      if (!isExcused) violations.push(...wrong)
      arrived.push([project.name, what, committed.size, wrong.length, duplicates])
    }
  }
  printTallies(findings.flatMap(({ tallies }) => tallies))
  printTable(['project', 'sent to clients', 'committed', 'wrong', 'duplicates'], arrived)
  violations.push(...findings.flatMap(({ violations: found }) => found))
}

async function checkLifecycle({ ref, name }: ChaosProject): Promise<void> {
  const operations = history.of('lifecycle', name)
  const keys = [...new Set(operations.map(({ key }) => key))].sort()
  const count = (key: string, outcome: string) =>
    operations.filter((one) => one.key === key && one.outcome === outcome).length
  printTable(
    ['lifecycle', 'acknowledged', 'refused', 'unknown'],
    keys.map((key) => [
      key,
      ...['acknowledged', 'refused', 'unknown'].map((each) => count(key, each)),
    ]),
  )
  for (const { key, detail } of history.of('lifecycle failure', name))
    violations.push(`${name}: after ${key}: ${detail}`)
  const status = await settle(installation, ref)
  if (status !== 'ACTIVE_HEALTHY' && status !== 'INACTIVE')
    violations.push(`${name} is ${status} at the end`)
}

/** An orderly stop leaves no process and no temporary folder. */
async function checkEnd({ terminate, processes, temporaryFolders }: Installation): Promise<void> {
  await terminate()
  const until = performance.now() + END_MS
  // The system removes an ended process a moment later.
  while ((await processes()).length > 0 && performance.now() < until) await sleep(100)
  for (const { pid, command } of await processes())
    violations.push(`Process ${pid} is left: ${command.slice(0, 100)}`)
  for (const name of await temporaryFolders()) violations.push(`Folder ${name} is left`)
}
