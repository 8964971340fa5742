import type { Clock } from '../../lib/clock.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Session } from '../../postgres/database.ts'
import type { StopPace } from '../machine/running.ts'
import type { CopyPrimaryDeps, PrimaryPlace } from './copy-primary.ts'
import type { Lag, LagHistory } from './lag.ts'
import type { Primary } from './primary.ts'
import type { ServeDeps } from './serve-replica.ts'

/**
 * `building`: its data is being copied. `starting`: its Postgres starts. `streaming`: it follows the
 * primary. `disconnected`: it can be read, but gets nothing new. `failed`: it could not be built or
 * started, and is tried again.
 */
export type ReplicaPhase = 'building' | 'starting' | 'streaming' | 'disconnected' | 'failed'

export type ReplicaDeps = CopyPrimaryDeps &
  ServeDeps & {
    readonly session: Session
    readonly clock: Clock
    readonly log: Log
  }

export type ReplicaState = {
  readonly deps: ReplicaDeps
  readonly identifier: string
  readonly primary: Primary
  readonly place: PrimaryPlace
  readonly dataDir: string
  readonly socketDir: string
  readonly ending: AbortController
  readonly waiting: Set<() => void>
  stopPace: StopPace
  /** Its slot on the primary; null before the first copy. */
  slot: string | null
  phase: ReplicaPhase
  failure: { readonly error: AppError; readonly at: Date } | undefined
  /** Failures in a row, which decide how long it pauses. */
  failures: number
  /** Failures since the data was copied, after which it is copied again. */
  failuresOfCopy: number
  lag: Lag | undefined
  history: LagHistory
  /** Ends the run of its Postgres, because its slot is lost. */
  lose: () => void
}

/** Connections to it are possible in these phases. */
export const isReadable = ({ phase }: Pick<ReplicaState, 'phase'>): boolean =>
  phase === 'streaming' || phase === 'disconnected'

export function enterPhase(state: ReplicaState, phase: ReplicaPhase): void {
  state.phase = phase
  if (phase === 'streaming') state.failure = undefined
  else state.lag = undefined
  if (isReadable(state)) for (const tell of state.waiting) tell()
}
