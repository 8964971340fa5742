import type { AppError } from '../../lib/errors.ts'
import type { StopPace } from '../machine/running.ts'
import type { PrimaryPlace } from './copy-primary.ts'
import { createLagHistory, type Lag, type LagSample } from './lag.ts'
import { replicaDataDir, replicaSocketDir } from './names.ts'
import type { Primary, SlotState } from './primary.ts'
import type { ReplicaRow } from './replica-records.ts'
import {
  enterPhase,
  isReadable,
  type ReplicaDeps,
  type ReplicaPhase,
  type ReplicaState,
} from './replica-state.ts'
import { runReplica } from './run-replica.ts'

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
  /** Reports the state of its slot; undefined if the primary has no such slot. */
  observe(slot: SlotState | undefined): void
  /** Stops its Postgres. Resolves when nothing of it runs. */
  stop(pace: StopPace): Promise<void>
}

export function startReplica(
  deps: ReplicaDeps,
  { identifier, slot }: ReplicaRow,
  { primary, place }: { readonly primary: Primary; readonly place: PrimaryPlace },
): Replica {
  const state: ReplicaState = {
    deps,
    identifier,
    primary,
    place,
    dataDir: replicaDataDir(deps.folders, identifier),
    socketDir: replicaSocketDir(deps.folders, identifier),
    ending: new AbortController(),
    waiting: new Set(),
    stopPace: 'patient',
    slot,
    phase: slot === null ? 'building' : 'starting',
    failure: undefined,
    failures: 0,
    failuresOfCopy: 0,
    lag: undefined,
    history: createLagHistory(),
    lose: () => {},
  }
  const done = runReplica(state)
  return {
    identifier,
    socketDir: state.socketDir,
    phase: () => state.phase,
    failure: () => state.failure,
    lag: () => state.lag,
    samples: () => state.history.samples(),
    slot: () => state.slot,
    isReadable: () => isReadable(state),
    whenReadable: (timeoutMs) => whenReadable(state, timeoutMs),
    observe: (observed) => observe(state, observed),
    async stop(pace) {
      state.stopPace = pace
      state.ending.abort()
      for (const tell of state.waiting) tell()
      await done
    },
  }
}

async function whenReadable(state: ReplicaState, timeoutMs: number): Promise<boolean> {
  if (isReadable(state)) return true
  const told = Promise.withResolvers<void>()
  state.waiting.add(told.resolve)
  const timer = setTimeout(told.resolve, timeoutMs)
  await told.promise
  clearTimeout(timer)
  state.waiting.delete(told.resolve)
  return isReadable(state)
}

function observe(state: ReplicaState, slot: SlotState | undefined): void {
  if (!isReadable(state)) return
  if (!slot || slot.is_lost) return state.lose()
  enterPhase(state, slot.is_following ? 'streaming' : 'disconnected')
  if (slot.replayed === null) return
  state.lag = state.history.add({
    at: state.deps.clock.now().getTime(),
    written: slot.written,
    replayed: slot.replayed,
    replaySeconds: slot.replay_seconds,
  })
}
