import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import path from 'node:path'
import type { AppError } from '../../lib/errors.ts'
import type { Running } from '../machine/machine.ts'
import { directorySize } from './directory-size.ts'
import { RESERVED_BYTES } from './free-space.ts'
import { diskAlmostFull, limitReached } from './read-only.ts'

/** The disk of the smallest compute size in SPEC 9. */
const DEFAULT_LIMIT_BYTES = 8 * 1024 * 1024 * 1024
/** A read-only project is writable again below this part of its limit, so that it does not flap. */
const WRITABLE_BELOW = 0.95
const SCARCE_UNTIL_BYTES = RESERVED_BYTES * 1.25
/** A project is measured again when it could have reached its limit, writing this fast. */
const BYTES_PER_SECOND = 100 * 1024 * 1024
const SOONEST_MS = 10_000
const LATEST_MS = 60_000

/** Makes projects read-only before their data fills their disk limit or the disk of the server. */
export type DiskGuard = {
  /** Checks the running projects whose turn it is. A failure is logged. */
  check(running: ReadonlyMap<string, Protected>): Promise<void>
}

type Protected = Pick<Running, 'protectDisk'>
type State = { size: number; measureAt: number; isOver: boolean }

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
  const states = new WeakMap<Protected, State>()
  let isScarce = false
  let isChecking = false

  async function checkAll(running: ReadonlyMap<string, Protected>): Promise<void> {
    const free = await deps.freeBytes(deps.projects)
    const wasScarce = isScarce
    isScarce = free < (isScarce ? SCARCE_UNTIL_BYTES : RESERVED_BYTES)
    if (isScarce !== wasScarce)
      log.warn({ free, isScarce }, 'The disk became almost full, or has space again.')
    const limits = await deps.limitsOf([...running.keys()])
    for (const [ref, machine] of running)
      await checkOne(ref, machine, limits.get(ref) ?? DEFAULT_LIMIT_BYTES).catch((error: unknown) =>
        log.error({ error, ref }, 'The disk space of a project could not be checked.'),
      )
  }

  async function checkOne(ref: string, machine: Protected, limit: number): Promise<void> {
    const state = states.get(machine) ?? { size: 0, measureAt: 0, isOver: false }
    states.set(machine, state)
    if (state.measureAt <= now() || state.isOver) {
      state.size = await directorySize(path.join(deps.projects, ref))
      const secondsLeft = (limit - state.size) / BYTES_PER_SECOND
      state.measureAt = now() + Math.min(LATEST_MS, Math.max(SOONEST_MS, secondsLeft * 1000))
    }
    state.isOver = state.size >= limit * (state.isOver ? WRITABLE_BELOW : 1)
    await machine.protectDisk(reasonOf(state, limit))
  }

  function reasonOf({ isOver }: State, limit: number): AppError | undefined {
    if (isScarce) return diskAlmostFull()
    return isOver ? limitReached(limit) : undefined
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
  }
}
