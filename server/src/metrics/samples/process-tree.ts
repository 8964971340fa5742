import { readdir, readFile } from 'node:fs/promises'
import { MAX_PROCESSES } from '../limits.ts'

/** The time, memory and disk that a Postgres uses, with the processes that it started. */
export type ProcessUse = {
  readonly cpuSeconds: number
  readonly memoryBytes: number
  /** Undefined if the system does not say. */
  readonly readBytes: number | undefined
  readonly writtenBytes: number | undefined
}

/** Linux reports times in hundredths of a second, whatever its own clock. */
const TICKS_PER_SECOND = 100

/**
 * Reads `/proc` for a process and its descendants; undefined on another system, or if it has ended.
 * Times and bytes of children that have ended are in those of their parents. A child that ends while
 * this reads is counted by the next measurement.
 */
export async function measureProcesses(root: number): Promise<ProcessUse | undefined> {
  if (process.platform !== 'linux') return undefined
  const pids = await treeOf(root)
  const measured = await Promise.all(pids.map(measureOne))
  const found = measured.filter((each) => each !== undefined)
  if (measured[0] === undefined) return undefined
  const sum = (of: (use: ProcessUse) => number | undefined) =>
    found.some((use) => of(use) === undefined)
      ? undefined
      : found.reduce((total, use) => total + (of(use) ?? 0), 0)
  return {
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds) ?? 0,
    memoryBytes: sum(({ memoryBytes }) => memoryBytes) ?? 0,
    readBytes: sum(({ readBytes }) => readBytes),
    writtenBytes: sum(({ writtenBytes }) => writtenBytes),
  }
}

async function treeOf(root: number): Promise<readonly number[]> {
  const pids = [root]
  for (const pid of pids) {
    if (pids.length >= MAX_PROCESSES) break
    pids.push(...(await childrenOf(pid)).slice(0, MAX_PROCESSES - pids.length))
  }
  return pids
}

/** Every thread of a process can have children of its own. Postgres has one thread. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)),
  )
  return lists.flatMap((list) => (list ?? '').split(' ')).flatMap((text) => Number(text) || [])
}

async function measureOne(pid: number): Promise<ProcessUse | undefined> {
  const [stat, rollup, io] = await Promise.all([
    textOf(`/proc/${pid}/stat`),
    textOf(`/proc/${pid}/smaps_rollup`),
    textOf(`/proc/${pid}/io`),
  ])
  if (stat === undefined) return undefined
  return {
    cpuSeconds: cpuTicks(stat) / TICKS_PER_SECOND,
    memoryBytes: (numberAfter(rollup, 'Pss:') ?? 0) * 1024,
    readBytes: numberAfter(io, 'read_bytes:'),
    writtenBytes: numberAfter(io, 'write_bytes:'),
  }
}

/** The process's name before these fields is in parentheses, and can itself contain any. */
function cpuTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime, stime, and those of children that have ended: cutime, cstime.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
}

function numberAfter(text: string | undefined, label: string): number | undefined {
  const match = text === undefined ? null : new RegExp(`^${label}\\s+(\\d+)`, 'm').exec(text)
  return match ? Number(match[1]) : undefined
}

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined)
