import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { LogSink } from '../../project/log-sink.ts'
import type { Project } from '../../project/project.ts'
import { MAX_SAMPLING, MINUTE_MS } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import type { Network } from '../network.ts'
import type { SampledValues } from '../port.ts'
import { measureProcesses } from './process-tree.ts'
import { readDatabase } from './read-database.ts'
import { valuesOf, type Measurement } from './values.ts'

/** A project whose database runs. Nothing here wakes it or keeps it awake. */
export type RunningProject = {
  readonly project: Project
  /** The postmaster's process id. */
  readonly pid: number | undefined
  /** The last measurement of its disk space. */
  readonly diskBytes: number | undefined
}

type SamplerDeps = {
  readonly running: () => readonly RunningProject[]
  readonly metrics: Pick<Metrics, 'keep'>
  readonly network: Pick<Network, 'total'>
  readonly logs: LogSink
  /** Values that the services of a project know without its database. */
  readonly ofServices: (project: Project) => SampledValues
  readonly clock: Clock
  readonly log: Log
}

export type Sampler = {
  start(): void
  stop(): void
  /** Samples every running project that is due. Never rejects. */
  tick(): Promise<void>
}

type Sampled = {
  /** Between projects that start at the same time, the second of each minute differs. */
  readonly second: number
  last: Measurement | undefined
  nextAt: number
  isBusy: boolean
}

const TICK_MS = 1000

/** Samples each running project once a minute, at a second of the minute that its ref chooses. */
export function createSampler(deps: SamplerDeps): Sampler {
  const projects = new Map<Project, Sampled>()
  let sampling = 0
  let timer: NodeJS.Timeout | undefined

  async function tick(): Promise<void> {
    const running = deps.running()
    const present = new Set(running.map(({ project }) => project))
    for (const project of projects.keys()) if (!present.has(project)) projects.delete(project)
    const now = deps.clock.now().getTime()
    await Promise.all(
      running.map(async (each) => {
        const sampled = sampledOf(projects, each.project)
        if (sampled.isBusy || now < sampled.nextAt || sampling >= MAX_SAMPLING) return
        sampled.isBusy = true
        sampling += 1
        await sample(deps, each, sampled).catch((error: unknown) =>
          deps.log.warn({ err: error, ref: each.project.ref }, 'A project could not be measured.'),
        )
        sampling -= 1
        sampled.isBusy = false
      }),
    )
  }

  return {
    tick,
    start() {
      timer ??= setInterval(() => void tick(), TICK_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

function sampledOf(projects: Map<Project, Sampled>, project: Project): Sampled {
  const found = projects.get(project)
  if (found) return found
  const sampled = { second: secondOf(project.ref), last: undefined, nextAt: 0, isBusy: false }
  projects.set(project, sampled)
  return sampled
}

/** Refs are random, so a few of their letters spread projects over the minute. */
const secondOf = (ref: string): number =>
  Buffer.from(ref).reduce((sum, byte) => (sum * 31 + byte) % 60, 0)

/** The first look at a project has no rates and is only the base of the next. */
async function sample(deps: SamplerDeps, each: RunningProject, sampled: Sampled): Promise<void> {
  const { ref } = each.project
  const before = sampled.last
  const now = deps.clock.now().getTime()
  sampled.nextAt = nextTurn(now, sampled.second)
  const measurement = await measure(deps, each, now)
  sampled.last = notBelow(measurement, before)
  if (!before) return
  const values = valuesOf(sampled.last, before)
  deps.metrics.keep(ref, { at: now, values })
  deps.logs.write(ref, 'metrics', {
    timestamp: now * 1000,
    message: 'Measured',
    severity: 'info',
    columns: values,
  })
}

function nextTurn(now: number, second: number): number {
  const turn = now - (now % MINUTE_MS) + second * 1000
  return turn > now ? turn : turn + MINUTE_MS
}

async function measure(
  { network, ofServices, log }: SamplerDeps,
  { project, pid, diskBytes }: RunningProject,
  at: number,
): Promise<Measurement> {
  const [processes, database] = await Promise.all([
    pid === undefined ? undefined : measureProcesses(pid),
    readDatabase(project.database).catch((error: unknown) => {
      // A database that is stopping, or has no connection left, still has processes and files.
      log.debug({ err: error, ref: project.ref }, 'The statistics of a project cannot be read.')
      return undefined
    }),
  ])
  return {
    at,
    pid,
    processes,
    database,
    diskBytes,
    network: network.total(project.ref),
    services: ofServices(project),
  }
}

/** A child that ends while its parent is read is in neither, so the sum can seem to go back. */
function notBelow(now: Measurement, before: Measurement | undefined): Measurement {
  const { processes } = now
  if (!processes || !before?.processes || now.pid !== before.pid) return now
  const atLeast = (value: number | undefined, than: number | undefined) =>
    value === undefined || than === undefined ? value : Math.max(value, than)
  return {
    ...now,
    processes: {
      ...processes,
      cpuSeconds: Math.max(processes.cpuSeconds, before.processes.cpuSeconds),
      readBytes: atLeast(processes.readBytes, before.processes.readBytes),
      writtenBytes: atLeast(processes.writtenBytes, before.processes.writtenBytes),
    },
  }
}
