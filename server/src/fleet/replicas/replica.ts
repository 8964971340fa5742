import { setTimeout as sleep } from 'node:timers/promises'
import { rm } from 'node:fs/promises'
import type { Clock } from '../../lib/clock.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { kindIn } from '../../lib/untrusted-folder/files.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { Session } from '../../postgres/database.ts'
import { explain } from '../lifecycle/failure.ts'
import type { StopPace } from '../machine/running.ts'
import { STOP_MS } from '../machine/start.ts'
import { copyPrimary, type CopyPrimaryDeps, type PrimaryPlace } from './copy-primary.ts'
import { createLagHistory, type Lag, type LagSample } from './lag.ts'
import { newSlot, replicaDataDir, replicaSocketDir } from './names.ts'
import type { Primary, SlotState } from './primary.ts'
import { saveSlot, type ReplicaRow } from './replica-records.ts'
import { serveReplica, type ServeDeps } from './serve-replica.ts'

/**
 * `building`: its data is being copied. `starting`: its Postgres starts. `streaming`: it follows the
 * primary. `disconnected`: it can be read, but gets nothing new. `failed`: it could not be built or
 * started, and is tried again.
 */
export type ReplicaPhase = 'building' | 'starting' | 'streaming' | 'disconnected' | 'failed'

/** One replica of a running project. It is built, started, restarted and built again by itself. */
export type Replica = {
  readonly identifier: string
  readonly socketDir: string
  phase(): ReplicaPhase
  failure(): { readonly error: AppError; readonly at: Date } | undefined
  lag(): Lag | undefined
  samples(): readonly LagSample[]
  /** Its slot, once it has one. */
  slot(): string | null
  isReadable(): boolean
  /** Waits until it can be read, or until the timeout; resolves to whether it can. */
  whenReadable(timeoutMs: number): Promise<boolean>
  /** Reports what the primary says about its slot; undefined if the primary has no such slot. */
  observe(slot: SlotState | undefined): void
  /** Stops its Postgres. Resolves when nothing of it runs. */
  stop(pace: StopPace): Promise<void>
}

export type ReplicaDeps = CopyPrimaryDeps &
  ServeDeps & {
    readonly session: Session
    readonly clock: Clock
    readonly log: Log
  }

/** Pauses after the first, second, … failure in a row. */
const PAUSES_MS = [0, 500, 2000, 10_000, 30_000, 60_000, 300_000]
/** After this many failures in a row, the data is copied again. */
const FAILURES_TO_REBUILD = 3
/** After this time of health, the failures are forgotten. */
const STABLE_MS = 60_000

type State = {
  slot: string | null
  phase: ReplicaPhase
  failure: { readonly error: AppError; readonly at: Date } | undefined
  /** Failures in a row, which decide how long it pauses. */
  failures: number
  /** Failures since the data was copied, after which it is copied again. */
  failuresOfCopy: number
  lag: Lag | undefined
  /** Ends the run of its Postgres, because its slot is lost. */
  lose: () => void
  waiting: Set<() => void>
}

export function startReplica(
  deps: ReplicaDeps,
  row: ReplicaRow,
  { primary, place }: { readonly primary: Primary; readonly place: PrimaryPlace },
): Replica {
  const { identifier } = row
  const state: State = {
    slot: row.slot,
    phase: row.slot === null ? 'building' : 'starting',
    failure: undefined,
    failures: 0,
    failuresOfCopy: 0,
    lag: undefined,
    lose: () => {},
    waiting: new Set(),
  }
  let history = createLagHistory()
  const ending = new AbortController()
  let stopPace: StopPace = 'patient'
  const dataDir = replicaDataDir(deps.folders, identifier)
  const socketDir = replicaSocketDir(deps.folders, identifier)

  function enter(phase: ReplicaPhase): void {
    state.phase = phase
    if (phase === 'streaming') state.failure = undefined
    else state.lag = undefined
    if (isReadable(phase)) for (const tell of state.waiting) tell()
  }

  /** Copies the primary unless the copy of an earlier run can still follow it. */
  async function ensureCopy(): Promise<string | undefined> {
    const { slot: known } = state
    const kept =
      known === null ? undefined : (await primary.slots()).find(({ slot }) => slot === known)
    const hasCopy =
      state.failuresOfCopy < FAILURES_TO_REBUILD &&
      (await kindIn(dataDir, 'PG_VERSION').catch(() => undefined)) === 'file'
    if (known !== null && kept && !kept.is_lost && hasCopy) return known
    enter('building')
    const slot = newSlot()
    if ((await saveSlot(deps.session, identifier, slot)) === 0) return undefined
    state.slot = slot
    if (known !== null) await primary.drop(known)
    await remove(dataDir)
    await primary.prepare(slot)
    await copyPrimary(deps, place, { dataDir, signal: ending.signal }).catch(
      async (error: unknown) => {
        // The primary would keep WAL for a copy that does not exist.
        await primary.drop(slot)
        throw error
      },
    )
    state.failuresOfCopy = 0
    history = createLagHistory()
    return slot
  }

  async function runOnce(): Promise<void> {
    const slot = await ensureCopy()
    if (slot === undefined || ending.signal.aborted) return
    enter('starting')
    const server = await serveReplica(deps, { identifier, slot, place, dataDir, socketDir })
    try {
      await server.start()
      await rm(`${dataDir}.startup.log`, { force: true })
      const since = performance.now()
      enter('disconnected')
      const why = await untilOver(server.crashed)
      if (performance.now() - since > STABLE_MS) state.failures = state.failuresOfCopy = 0
      if (why !== undefined) throw new Error(why)
    } finally {
      state.lose = () => {}
      await server.stop(STOP_MS[stopPace].cluster)
    }
  }

  /** Resolves with why its Postgres may not go on; undefined if it was stopped. */
  async function untilOver(crashed: Promise<string>): Promise<string | undefined> {
    const over = Promise.withResolvers<string | undefined>()
    state.lose = () => {
      state.failuresOfCopy = FAILURES_TO_REBUILD
      over.resolve('The slot is lost')
    }
    const stop = () => over.resolve(undefined)
    if (ending.signal.aborted) stop()
    ending.signal.addEventListener('abort', stop, { once: true })
    return Promise.race([over.promise, crashed]).finally(() =>
      ending.signal.removeEventListener('abort', stop),
    )
  }

  async function live(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await runOnce()
        return
      } catch (caught) {
        if (ending.signal.aborted) return
        const error = explain(caught)
        deps.log.error({ ref: row.ref, replica: identifier, err: caught }, 'A replica has failed.')
        state.failure = { error, at: deps.clock.now() }
        enter('failed')
        const pause = PAUSES_MS[Math.min(state.failures, PAUSES_MS.length - 1)]
        state.failures += 1
        state.failuresOfCopy += 1
        await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      }
    }
  }

  const done = live()
  return {
    identifier,
    socketDir,
    phase: () => state.phase,
    failure: () => state.failure,
    lag: () => state.lag,
    samples: () => history.samples(),
    slot: () => state.slot,
    isReadable: () => isReadable(state.phase),
    async whenReadable(timeoutMs) {
      if (isReadable(state.phase)) return true
      const told = Promise.withResolvers<void>()
      state.waiting.add(told.resolve)
      const timer = setTimeout(told.resolve, timeoutMs)
      await told.promise
      clearTimeout(timer)
      state.waiting.delete(told.resolve)
      return isReadable(state.phase)
    },
    observe(slot) {
      if (!isReadable(state.phase)) return
      if (!slot || slot.is_lost) return state.lose()
      enter(slot.is_streaming ? 'streaming' : 'disconnected')
      if (slot.replayed === null) return
      state.lag = history.add({
        at: deps.clock.now().getTime(),
        written: slot.written,
        replayed: slot.replayed,
        replaySeconds: slot.replay_seconds,
      })
    },
    async stop(pace) {
      stopPace = pace
      ending.abort()
      for (const tell of state.waiting) tell()
      await done
    },
  }
}

const isReadable = (phase: ReplicaPhase): boolean =>
  phase === 'streaming' || phase === 'disconnected'
