import type { Log } from '../../lib/log.ts'
import type { StopPace } from './running.ts'

/** One start of a project, from its first step until the project has stopped again. */
export type Start = {
  readonly ref: string
  readonly step: StepLog
  /** Steps that undo the start so far; they run in reverse order. */
  readonly undo: Undo[]
  readonly onCrash: (reason: string) => void
  /** Aborts when the start is no longer wanted. */
  readonly signal: AbortSignal
  /** Why Postgres ended by itself. */
  crash: string | undefined
  /** Whether the start is complete. Earlier crashes only fail it. */
  isUp: boolean
}

type Undo = (pace: StopPace) => Promise<unknown>

/** Logs how long a step of a start took. */
export type StepLog = <T>(step: string, work: () => Promise<T>) => Promise<T>

export function newStart(
  log: Log,
  ref: string,
  { onCrash, signal }: Pick<Start, 'onCrash' | 'signal'>,
): Start {
  return { ref, step: stepLog(log, ref), undo: [], onCrash, signal, crash: undefined, isUp: false }
}

/** How long a stop waits for running queries, and then for a fast shutdown of Postgres. */
export const STOP_MS: Readonly<
  Record<StopPace, { readonly queries: number; readonly cluster: number }>
> = {
  patient: { queries: 5000, cluster: 10_000 },
  hurried: { queries: 500, cluster: 4000 },
}

/** Stops services, then connections, then the cluster. A failure does not skip the rest. */
export async function undoStart({ undo }: Start, pace: StopPace = 'patient'): Promise<void> {
  let failure: unknown
  for (const work of undo.toReversed())
    await work(pace).catch((error: unknown) => {
      failure ??= error
    })
  if (failure !== undefined) throw failure
}

function stepLog(log: Log, ref: string): StepLog {
  return async (step, work) => {
    const begun = performance.now()
    try {
      return await work()
    } finally {
      log.debug({ ref, step, ms: Math.round(performance.now() - begun) }, 'A start made a step.')
    }
  }
}
