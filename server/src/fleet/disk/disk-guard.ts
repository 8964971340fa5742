import path from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import { measure, type Measured } from '../../lib/untrusted-folder/folders.ts'
import type { Running } from '../machine/running.ts'
import {
  closedFrom,
  judged,
  measured,
  protectionOf,
  serverDisk,
  unmeasured,
  type ProjectDisk,
  type ServerDisk,
} from './project-disk.ts'
import { readOnlySince } from './read-only.ts'

/** The disk of the smallest compute size in SPEC 9. */
const DEFAULT_LIMIT_BYTES = 8 * 1024 * 1024 * 1024

/** A project's disk usage and its limit. */
export type DiskUse = {
  readonly usedBytes: number
  readonly limitBytes: number
  /** From this size on, the project's owner cannot connect. */
  readonly closedFromBytes: number
  readonly readOnlySince: Date | undefined
  /** Why it is read-only: its own limit, or the disk of the server. */
  readonly cause: 'limit' | 'server' | undefined
  readonly isClosed: boolean
}

/** Makes projects read-only before their data fills their disk limit or the disk of the server. */
export type DiskGuard = {
  /** Checks the running projects that are due. Failures are logged. */
  check(running: ReadonlyMap<string, Protected>): Promise<void>
  /**
   * Protects a starting project that was protected before, so that a start gives it no time to
   * write.
   */
  admit(ref: string, machine: Protected): Promise<void>
  /** The size of a running project when it was last checked; undefined if it never was. */
  lastSize(ref: string): number | undefined
  /** Measures a project now, running or not. */
  read(ref: string): Promise<DiskUse>
  /** Makes the next check measure the project again, because its limit has changed. */
  limitChanged(ref: string): void
  forget(ref: string): void
}

type Protected = Pick<Running, 'protectDisk'>

type DiskGuardDeps = {
  readonly projects: string
  readonly freeBytes: FreeBytes
  /** The limits of the projects that have one of their own, in bytes. */
  readonly limitsOf: (refs: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly clock: Clock
  readonly log: Log
}

type GuardState = {
  readonly deps: DiskGuardDeps
  readonly disks: Map<string, ProjectDisk>
  server: ServerDisk
  /** The projects that are being measured. */
  readonly busy: Set<string>
  isPreparing: boolean
  readonly measureOnce: (ref: string) => Promise<Measured>
}

export function createDiskGuard(deps: DiskGuardDeps): DiskGuard {
  const sharing = createSharedRuns<Measured>()
  const guard: GuardState = {
    deps,
    disks: new Map(),
    server: { isScarce: false, isFull: false },
    busy: new Set(),
    isPreparing: false,
    measureOnce: (ref) => sharing(ref, () => measure(folderOf(guard, ref))),
  }
  return {
    check: (running) => checkAll(guard, running),
    admit: (ref, machine) => admit(guard, ref, machine),
    lastSize(ref) {
      const disk = guard.disks.get(ref)
      return disk === undefined || disk.isUnknown || disk.measureAt === 0 ? undefined : disk.size
    },
    read: (ref) => readUse(guard, ref),
    limitChanged(ref) {
      const disk = guard.disks.get(ref)
      if (disk) guard.disks.set(ref, { ...disk, measureAt: 0 })
    },
    forget: (ref) => void guard.disks.delete(ref),
  }
}

const folderOf = ({ deps }: GuardState, ref: string) => path.join(deps.projects, ref)

async function checkAll(guard: GuardState, running: ReadonlyMap<string, Protected>): Promise<void> {
  const { busy } = guard
  const { log } = guard.deps
  // A check on a slow disk can take longer than the pause between two.
  if (guard.isPreparing || running.size === 0) return
  guard.isPreparing = true
  const limits = await prepare(guard, running)
    .catch((error: unknown) => log.error({ error }, 'The disk space could not be checked.'))
    .finally(() => (guard.isPreparing = false))
  if (!limits) return
  // The measurements do not wait for each other, because one may have very many files.
  const idle = [...running].filter(([ref]) => !busy.has(ref))
  await Promise.all(
    idle.map(async ([ref, machine]) => {
      busy.add(ref)
      await checkOne(guard, ref, { machine, limit: limits.get(ref) })
        .catch((error: unknown) =>
          log.error({ error, ref }, 'The disk space of a project could not be checked.'),
        )
        .finally(() => busy.delete(ref))
    }),
  )
}

/** The limits of the projects that are not being measured. */
async function prepare(guard: GuardState, running: ReadonlyMap<string, Protected>) {
  await checkServer(guard)
  return guard.deps.limitsOf([...running.keys()].filter((ref) => !guard.busy.has(ref)))
}

async function checkServer(guard: GuardState): Promise<void> {
  const { deps, server } = guard
  const free = await deps.freeBytes(deps.projects)
  guard.server = serverDisk(free, server)
  const { isScarce } = guard.server
  if (isScarce !== server.isScarce)
    deps.log.warn({ free, isScarce }, 'The disk became almost full, or has free space again.')
}

async function checkOne(
  guard: GuardState,
  ref: string,
  {
    machine,
    limit = DEFAULT_LIMIT_BYTES,
  }: { readonly machine: Protected; readonly limit: number | undefined },
): Promise<void> {
  const { disks } = guard
  const before = disks.get(ref) ?? { ...unmeasured }
  disks.set(ref, before)
  const isDue = before.measureAt <= nowOf(guard)
  const disk = judged(
    isDue ? await measureDisk(guard, ref, { disk: before, limit }) : before,
    limit,
  )
  // It may have been forgotten, admitted again, or given another limit since.
  if (disks.get(ref) === before) disks.set(ref, disk)
  await machine.protectDisk(protectionOf(guard.server, disk, limit))
}

async function measureDisk(
  guard: GuardState,
  ref: string,
  { disk, limit }: { readonly disk: ProjectDisk; readonly limit: number },
): Promise<ProjectDisk> {
  const begun = performance.now()
  const measurement = await guard.measureOnce(ref)
  const tookMs = performance.now() - begun
  return measured(disk, measurement, { limit, tookMs, now: nowOf(guard) })
}

const nowOf = ({ deps }: GuardState): number => deps.clock.now().getTime()

async function admit(guard: GuardState, ref: string, machine: Protected): Promise<void> {
  const { disks, deps } = guard
  const wasOver = disks.get(ref)?.isOver
  if (!guard.server.isScarce && wasOver !== true) {
    if (wasOver === false || !(await readOnlySince(folderOf(guard, ref)))) return
  }
  await checkServer(guard)
  // A project that an earlier server made read-only was over its limit then.
  disks.set(ref, { ...unmeasured, isOver: true })
  const limits = await deps.limitsOf([ref])
  await checkOne(guard, ref, { machine, limit: limits.get(ref) })
}

async function readUse(guard: GuardState, ref: string): Promise<DiskUse> {
  const { deps, measureOnce } = guard
  const [{ bytes: usedBytes }, limits, since] = await Promise.all([
    measureOnce(ref),
    deps.limitsOf([ref]),
    readOnlySince(folderOf(guard, ref)),
  ])
  const limitBytes = limits.get(ref) ?? DEFAULT_LIMIT_BYTES
  const closedFromBytes = closedFrom(limitBytes)
  const { server } = guard
  return {
    usedBytes,
    limitBytes,
    closedFromBytes,
    readOnlySince: since,
    cause: since && (server.isScarce ? 'server' : 'limit'),
    isClosed: since !== undefined && (server.isFull || usedBytes >= closedFromBytes),
  }
}
