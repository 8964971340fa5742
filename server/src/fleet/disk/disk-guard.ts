import path from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import { measure, type Measured } from '../../lib/untrusted-folder/folders.ts'
import type { Running } from '../machine/machine.ts'
import { RESERVED_BYTES } from './free-space.ts'
import {
  diskAlmostFull,
  nothingLeft,
  limitExceeded,
  limitReached,
  sizeUnknown,
  readOnlySince,
  type Protection,
} from './read-only.ts'

/** The disk of the smallest compute size in SPEC 9. */
const DEFAULT_LIMIT_BYTES = 8 * 1024 * 1024 * 1024
/** A read-only project is writable again below this part of its limit, so that it does not flap. */
const WRITABLE_BELOW = 0.95
/**
 * The owner of a read-only project can still write, to delete data. At this multiple of the limit,
 * which leaves room to rewrite a table, the owner can no longer connect.
 */
const CLOSED_FROM = 1.25
const SCARCE_UNTIL_BYTES = RESERVED_BYTES * 1.25
const CLOSED_BELOW_BYTES = RESERVED_BYTES / 4
/** A project is measured again once it could have reached its limit, assuming this write rate. */
const BYTES_PER_SECOND = 100 * 1024 * 1024
const SOONEST_MS = 2000
const LATEST_MS = 60_000
/** Measuring many files takes long; this limits it to a tenth of the time. */
const PAUSES_PER_MEASUREMENT = 10

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
  /** Measures a project now, running or not. */
  read(ref: string): Promise<DiskUse>
  /** Makes the next check measure the project again, because its limit has changed. */
  limitChanged(ref: string): void
  forget(ref: string): void
}

type Protected = Pick<Running, 'protectDisk'>
type State = {
  size: number
  /** Its files cannot be counted, so its size is unknown. */
  isUnknown: boolean
  measureAt: number
  isOver: boolean
  isClosed: boolean
}

const newState = (): State => ({
  size: 0,
  isUnknown: false,
  measureAt: 0,
  isOver: false,
  isClosed: false,
})

export function createDiskGuard(deps: {
  readonly projects: string
  readonly freeBytes: FreeBytes
  /** The limits of the projects that have one of their own, in bytes. */
  readonly limitsOf: (refs: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly clock: Clock
  readonly log: Log
}): DiskGuard {
  const { log } = deps
  const now = () => deps.clock.now().getTime()
  const folderOf = (ref: string) => path.join(deps.projects, ref)
  const states = new Map<string, State>()
  let isScarce = false
  let isFull = false
  let isPreparing = false
  const busy = new Set<string>()
  const sharing = createSharedRuns<Measured>()
  const measureOnce = (ref: string) => sharing(ref, () => measure(folderOf(ref)))

  /** The limits of the projects that are not being measured. */
  async function prepare(running: ReadonlyMap<string, Protected>) {
    await checkServer()
    return deps.limitsOf([...running.keys()].filter((ref) => !busy.has(ref)))
  }

  async function checkServer(): Promise<void> {
    const free = await deps.freeBytes(deps.projects)
    const wasScarce = isScarce
    isScarce = free < (isScarce ? SCARCE_UNTIL_BYTES : RESERVED_BYTES)
    isFull = free < CLOSED_BELOW_BYTES
    if (isScarce !== wasScarce)
      log.warn({ free, isScarce }, 'The disk became almost full, or has free space again.')
  }

  async function checkOne(
    ref: string,
    machine: Protected,
    limit = DEFAULT_LIMIT_BYTES,
  ): Promise<void> {
    const state = states.get(ref) ?? newState()
    states.set(ref, state)
    if (state.measureAt <= now()) await measureState(ref, state, limit)
    const isLarge = state.size >= limit * (state.isOver ? WRITABLE_BELOW : 1)
    state.isOver = isLarge || state.isUnknown
    state.isClosed = state.size >= limit * CLOSED_FROM
    await machine.protectDisk(protectionOf(state, limit))
  }

  async function measureState(ref: string, state: State, limit: number): Promise<void> {
    const begun = performance.now()
    const { bytes, reached } = await measureOnce(ref)
    const pauseMs = (performance.now() - begun) * PAUSES_PER_MEASUREMENT
    // An interrupted measurement says nothing about the files it has not reached.
    state.size = reached === 'milliseconds' ? Math.max(bytes, state.size) : bytes
    state.isUnknown = reached !== undefined && reached !== 'milliseconds'
    const secondsLeft = (limit - state.size) / BYTES_PER_SECOND
    const waitMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, secondsLeft * 1000))
    // A project over its limit becomes writable again soon after that changes.
    const isOver = state.isUnknown || state.size >= limit * WRITABLE_BELOW
    state.measureAt = now() + Math.max(isOver ? 0 : waitMs, pauseMs)
  }

  function protectionOf(
    { isOver, isUnknown, isClosed }: State,
    limit: number,
  ): Protection | undefined {
    if (isFull) return { reason: diskAlmostFull(), closed: nothingLeft() }
    if (isScarce) return { reason: diskAlmostFull() }
    if (!isOver) return undefined
    const reason = isUnknown ? sizeUnknown() : limitReached(limit)
    return isClosed ? { reason, closed: limitExceeded(limit, limit * CLOSED_FROM) } : { reason }
  }

  return {
    async check(running) {
      // A check on a slow disk can take longer than the pause between two.
      if (isPreparing || running.size === 0) return
      isPreparing = true
      const limits = await prepare(running)
        .catch((error: unknown) => log.error({ error }, 'The disk space could not be checked.'))
        .finally(() => (isPreparing = false))
      if (!limits) return
      // The measurements do not wait for each other, because one may have very many files.
      const idle = [...running].filter(([ref]) => !busy.has(ref))
      await Promise.all(
        idle.map(async ([ref, machine]) => {
          busy.add(ref)
          await checkOne(ref, machine, limits.get(ref))
            .catch((error: unknown) =>
              log.error({ error, ref }, 'The disk space of a project could not be checked.'),
            )
            .finally(() => busy.delete(ref))
        }),
      )
    },
    async admit(ref, machine) {
      const wasOver = states.get(ref)?.isOver
      if (!isScarce && wasOver !== true) {
        if (wasOver === false || !(await readOnlySince(folderOf(ref)))) return
      }
      await checkServer()
      // A project that an earlier server made read-only was over its limit then.
      states.set(ref, { ...newState(), isOver: true })
      await checkOne(ref, machine, (await deps.limitsOf([ref])).get(ref))
    },
    async read(ref) {
      const [{ bytes: usedBytes }, limits, since] = await Promise.all([
        measureOnce(ref),
        deps.limitsOf([ref]),
        readOnlySince(folderOf(ref)),
      ])
      const limitBytes = limits.get(ref) ?? DEFAULT_LIMIT_BYTES
      const closedFromBytes = limitBytes * CLOSED_FROM
      return {
        usedBytes,
        limitBytes,
        closedFromBytes,
        readOnlySince: since,
        cause: since && (isScarce ? 'server' : 'limit'),
        isClosed: since !== undefined && (isFull || usedBytes >= closedFromBytes),
      }
    },
    limitChanged(ref) {
      const state = states.get(ref)
      if (state) state.measureAt = 0
    },
    forget: (ref) => void states.delete(ref),
  }
}
