import path from 'node:path'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import type { Running } from '../machine/machine.ts'
import { directorySize } from './directory-size.ts'
import { RESERVED_BYTES } from './free-space.ts'
import {
  diskAlmostFull,
  diskFull,
  limitExceeded,
  limitReached,
  readOnlySince,
  type Protection,
} from './read-only.ts'

/** The disk of the smallest compute size in SPEC 9. */
const DEFAULT_LIMIT_BYTES = 8 * 1024 * 1024 * 1024
/** A read-only project is writable again below this part of its limit, so that it does not flap. */
const WRITABLE_BELOW = 0.95
/**
 * The owner of a read-only project can still write, to delete data. From this multiple of the limit
 * on, which leaves room to rewrite a table, they cannot connect any more.
 */
const CLOSED_FROM = 1.25
const SCARCE_UNTIL_BYTES = RESERVED_BYTES * 1.25
const CLOSED_BELOW_BYTES = RESERVED_BYTES / 4
/** A project is measured again when it could have reached its limit, writing this fast. */
const BYTES_PER_SECOND = 100 * 1024 * 1024
const SOONEST_MS = 2000
const LATEST_MS = 60_000

/** What a project occupies, and what it may. */
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
  /** Checks the running projects whose turn it is. A failure is logged. */
  check(running: ReadonlyMap<string, Protected>): Promise<void>
  /** Protects a project that starts and was protected before, so that no start gives it time to write. */
  admit(ref: string, machine: Protected): Promise<void>
  /** Measures a project now, running or not. */
  read(ref: string): Promise<DiskUse>
  /** The next check measures the project again, because its limit has changed. */
  limitChanged(ref: string): void
  forget(ref: string): void
}

type Protected = Pick<Running, 'protectDisk'>
type State = { size: number; measureAt: number; isOver: boolean; isClosed: boolean }

const newState = (): State => ({ size: 0, measureAt: 0, isOver: false, isClosed: false })

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
  let isChecking = false

  async function checkAll(running: ReadonlyMap<string, Protected>): Promise<void> {
    await checkServer()
    const limits = await deps.limitsOf([...running.keys()])
    for (const [ref, machine] of running)
      await checkOne(ref, machine, limits.get(ref)).catch((error: unknown) =>
        log.error({ error, ref }, 'The disk space of a project could not be checked.'),
      )
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
    if (state.measureAt <= now() || state.isOver) {
      state.size = await directorySize(folderOf(ref))
      const secondsLeft = (limit - state.size) / BYTES_PER_SECOND
      state.measureAt = now() + Math.min(LATEST_MS, Math.max(SOONEST_MS, secondsLeft * 1000))
    }
    state.isOver = state.size >= limit * (state.isOver ? WRITABLE_BELOW : 1)
    state.isClosed = state.size >= limit * CLOSED_FROM
    await machine.protectDisk(protectionOf(state, limit))
  }

  function protectionOf({ isOver, isClosed }: State, limit: number): Protection | undefined {
    if (isFull) return { reason: diskAlmostFull(), closed: diskFull() }
    if (isScarce) return { reason: diskAlmostFull() }
    if (!isOver) return undefined
    const reason = limitReached(limit)
    return isClosed ? { reason, closed: limitExceeded(limit, limit * CLOSED_FROM) } : { reason }
  }

  return {
    async check(running) {
      // A check on a slow disk can take longer than the pause between two.
      if (isChecking || running.size === 0) return
      isChecking = true
      await checkAll(running)
        .catch((error: unknown) => log.error({ error }, 'The disk space could not be checked.'))
        .finally(() => (isChecking = false))
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
      const [usedBytes, limits, since] = await Promise.all([
        directorySize(folderOf(ref)),
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
