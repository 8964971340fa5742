import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { trySignal } from './processes.ts'

/**
 * Control groups of Linux (`man 7 cgroups`), version 1 or 2: each cluster gets a group, so that the
 * clusters share the processors by equal weights however many sessions each has, and so that no
 * cluster takes the memory or the process ids of the others. Without the right to make groups, or on
 * another system, clusters run without limits, and the log says so once.
 */
export type ControlGroups = {
  /** Finds out what the system allows, removes groups of dead clusters, and says what it found. */
  prepare(): Promise<void>
  /**
   * The group of one cluster, by a name that is unique in the installation. With limits of its own,
   * they replace the installation's.
   */
  of(name: string, limits?: ControlGroupLimits): ControlGroup
  /** Whether this system lets the server make groups. */
  isAvailable(): Promise<boolean>
  /** Removes the groups that `prepare` made, unless a cluster still runs. */
  close(): Promise<void>
}

export type ControlGroup = {
  /**
   * Makes the group, and ends processes that an earlier server left in it. Does nothing without
   * groups.
   */
  open(): Promise<void>
  /** Moves a process into the group. What it forks afterwards is in the group too. */
  add(pid: number): void
  /** Moves the processes that were forked before their parent was added. */
  adopt(findProcesses: () => Promise<readonly number[]>): Promise<void>
  /**
   * Ends every process of the group by force. Returns true if there is a group and it is now empty.
   */
  end(): Promise<boolean>
  /** Removes the group after its processes have ended. */
  close(): Promise<void>
}

export type ControlGroupLimits = {
  /** Bytes of memory of one cluster, its page cache included. */
  readonly memoryBytes: number
  /** The processors that it can keep busy; without a number, all of them. */
  readonly cpuCores?: number
}

/** Where the kernel shows the groups, and the file that lists this process's groups. */
export type ControlGroupSystem = { readonly mount: string; readonly self: string }

const LINUX: ControlGroupSystem = { mount: '/sys/fs/cgroup', self: '/proc/self/cgroup' }

/** Half of the weight that processes outside the groups have, such as the server itself. */
const SHARES_V1 = 512
const WEIGHT_V2 = 50
/** Postgres has one process for each connection; there are 480 at most. */
const MAX_PROCESSES = 1024
/** The kernel counts a process as gone a moment after its parent does. */
const REMOVE_PAUSES_MS = [0, 20, 100, 500]
/** A killed process ends when it is next scheduled. */
const END_PAUSES_MS = [5, 20, 100, 500, 1000]

const WITHOUT = 'Projects run without memory and CPU limits.'
const FAILED = 'A project runs without memory and CPU limits.'

type Controller = 'cpu' | 'memory' | 'pids'
const CONTROLLERS: readonly Controller[] = ['cpu', 'memory', 'pids']

/** The period in which the processor time of a group is counted. */
const PERIOD_US = 100_000

type FilesOf = Readonly<Record<Controller, (limits: ControlGroupLimits) => Files>>

/** A limit is written even where there is none, because the group may remain from an earlier start. */
const FILES_V1: FilesOf = {
  cpu: ({ cpuCores }) => ({
    'cpu.shares': `${SHARES_V1}`,
    'cpu.cfs_period_us': `${PERIOD_US}`,
    'cpu.cfs_quota_us': cpuCores === undefined ? '-1' : `${cpuCores * PERIOD_US}`,
  }),
  memory: ({ memoryBytes }) => ({ 'memory.limit_in_bytes': `${memoryBytes}` }),
  pids: () => ({ 'pids.max': `${MAX_PROCESSES}` }),
}
const FILES_V2: FilesOf = {
  cpu: ({ cpuCores }) => ({
    'cpu.weight': `${WEIGHT_V2}`,
    'cpu.max': `${cpuCores === undefined ? 'max' : cpuCores * PERIOD_US} ${PERIOD_US}`,
  }),
  memory: ({ memoryBytes }) => ({ 'memory.max': `${memoryBytes}` }),
  pids: () => ({ 'pids.max': `${MAX_PROCESSES}` }),
}

/** A folder whose subfolders are groups, and the limits its groups can have. */
type Hierarchy = {
  readonly folder: string
  readonly filesFor: (limits: ControlGroupLimits) => Files
}
/** The contents of a group's files, by name. */
type Files = Readonly<Record<string, string>>

export function createControlGroups(options: {
  /** The folder of the data directories, which names this installation's groups. */
  readonly folder: string
  readonly limits: ControlGroupLimits
  readonly log: Log
  readonly system?: ControlGroupSystem
}): ControlGroups {
  const { limits, log, system = LINUX } = options
  const name = `stoa-${createHash('sha256').update(options.folder).digest('hex').slice(0, 12)}`
  let prepared: Promise<readonly Hierarchy[]> | undefined

  async function find(): Promise<readonly Hierarchy[]> {
    try {
      const found = await findHierarchies(system, name)
      await Promise.all(found.map(removeLeftovers))
      return found
    } catch (error) {
      log.info({ error }, WITHOUT)
      return []
    }
  }
  const hierarchies = () => (prepared ??= find())

  /** A cluster can start again while the group of its last run is being removed. */
  const closing = new Map<string, Promise<unknown>>()

  function groupOf(cluster: string, own: ControlGroupLimits = limits): ControlGroup {
    let folders: string[] = []
    function add(pid: number): void {
      for (const folder of folders) {
        try {
          writeFileSync(path.join(folder, 'cgroup.procs'), `${pid}`)
        } catch (error) {
          if (!hasEnded(error)) log.error({ error, ref: cluster }, FAILED)
        }
      }
    }

    return {
      async open() {
        await closing.get(cluster)
        const all = await hierarchies()
        try {
          await Promise.all(
            all.map(async ({ folder, filesFor }) => {
              const group = path.join(folder, cluster)
              const isNew = (await mkdir(group, { recursive: true })) !== undefined
              if (!isNew) await endGroup(group)
              await Promise.all(
                Object.entries(filesFor(own)).map(([file, value]) =>
                  writeFile(path.join(group, file), value),
                ),
              )
            }),
          )
          folders = all.map(({ folder }) => path.join(folder, cluster))
        } catch (error) {
          log.error({ error, ref: cluster }, FAILED)
        }
      },
      add,
      async adopt(findProcesses) {
        if (folders.length > 0) for (const pid of await findProcesses()) add(pid)
      },
      async end() {
        const ended = await Promise.all(folders.map(endGroup))
        return ended.length > 0 && !ended.includes(false)
      },
      async close() {
        const removal = Promise.all(folders.splice(0).map(removeGroup))
        closing.set(cluster, removal)
        await removal
        if (closing.get(cluster) === removal) closing.delete(cluster)
      },
    }
  }

  return {
    async prepare() {
      const found = await hierarchies()
      if (found.length > 0)
        log.info(
          { memoryBytes: limits.memoryBytes, folders: found.map(({ folder }) => folder) },
          'Each project runs in a control group with memory and CPU limits.',
        )
    },
    of: groupOf,
    isAvailable: async () => (await hierarchies()).length > 0,
    async close() {
      const found = (await prepared) ?? []
      prepared = undefined
      await Promise.all(found.map(({ folder }) => removeGroup(folder)))
    },
  }
}

/**
 * The folders in which groups can be made. Rejects if the system has no groups, or this account
 * cannot make any.
 */
async function findHierarchies(
  system: ControlGroupSystem,
  name: string,
): Promise<readonly Hierarchy[]> {
  const own = parseOwn(await readFile(system.self, 'utf8'))
  const isV2 = existsSync(path.join(system.mount, 'cgroup.controllers'))
  return isV2
    ? [await findV2(system.mount, own.get('') ?? '/', name)]
    : findV1(system.mount, own, name)
}

/** `4:memory:/a` and `0::/b` give `memory` → `/a` and the unnamed hierarchy → `/b`. */
function parseOwn(text: string): ReadonlyMap<string, string> {
  const entries = text.split('\n').flatMap((line) => {
    const [, names, ...rest] = line.split(':')
    if (names === undefined) return []
    return names.split(',').map((controller) => [controller, rest.join(':')] as const)
  })
  return new Map(entries)
}

/** Version 1: one hierarchy for each controller; groups are made below the server's own. */
async function findV1(
  mount: string,
  own: ReadonlyMap<string, string>,
  name: string,
): Promise<readonly Hierarchy[]> {
  const found = CONTROLLERS.filter((controller) => own.has(controller))
  if (found.length === 0) throw new Error('The system has no control groups.')
  return Promise.all(
    found.map(async (controller) => {
      const top = path.join(mount, controller)
      const inside = path.join(top, own.get(controller) ?? '')
      // In a container, the mount shows the container's own group as the top.
      const folder = path.join(existsSync(inside) ? inside : top, name)
      await mkdir(folder, { recursive: true })
      return { folder, filesFor: FILES_V1[controller] }
    }),
  )
}

/**
 * Version 2: a group with processes of its own cannot have groups with limits, unless it is the top.
 * Otherwise the server must run in a subgroup of the group that was delegated to it, as with
 * systemd's `DelegateSubgroup=`.
 */
async function findV2(mount: string, own: string, name: string): Promise<Hierarchy> {
  const parent = path.join(mount, own === '/' ? '/' : path.dirname(own))
  const isTop = !existsSync(path.join(parent, 'cgroup.type'))
  if (!isTop && (await readFile(path.join(parent, 'cgroup.procs'), 'utf8')).trim() !== '')
    throw new Error('The control group of the server is not delegated to it.')
  const offered = (await readFile(path.join(parent, 'cgroup.controllers'), 'utf8')).split(/\s+/)
  const found = CONTROLLERS.filter((controller) => offered.includes(controller))
  if (found.length === 0) throw new Error('No controller is delegated to the server.')
  const enable = found.map((controller) => `+${controller}`).join(' ')
  const folder = path.join(parent, name)
  await writeFile(path.join(parent, 'cgroup.subtree_control'), enable)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'cgroup.subtree_control'), enable)
  const filesFor = (limits: ControlGroupLimits): Files =>
    Object.assign({}, ...found.map((controller) => FILES_V2[controller](limits)))
  return { folder, filesFor }
}

/** Groups of clusters that ended together with their server. A group with processes stays. */
async function removeLeftovers({ folder }: Hierarchy): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const groups = entries.filter((entry) => entry.isDirectory())
  await Promise.all(groups.map(({ name }) => rmdir(path.join(folder, name)).catch(() => undefined)))
}

/**
 * Ends the processes of a group. None of them can fork or leave the group in the process. What
 * remains is left to the next start.
 */
async function endGroup(folder: string): Promise<boolean> {
  if ((await membersOf(folder)).length === 0) return true
  // Linux since 5.14, with version 2.
  if (existsSync(path.join(folder, 'cgroup.kill')))
    await writeFile(path.join(folder, 'cgroup.kill'), '1')
  if (existsSync(path.join(folder, 'pids.max'))) await writeFile(path.join(folder, 'pids.max'), '0')
  for (const pause of END_PAUSES_MS) {
    for (const pid of await membersOf(folder)) trySignal(pid, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, pause))
    if ((await membersOf(folder)).length === 0) return true
  }
  return false
}

/** Processes of other namespaces are listed as 0. */
const membersOf = async (folder: string): Promise<readonly number[]> =>
  (await readFile(path.join(folder, 'cgroup.procs'), 'utf8').catch(() => ''))
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 1)

/** A group that cannot be removed now is left to the next start. */
async function removeGroup(folder: string): Promise<void> {
  for (const pause of REMOVE_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      await rmdir(folder)
      return
    } catch {
      // A process of the group has not ended yet.
    }
  }
}

const hasEnded = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ESRCH'
