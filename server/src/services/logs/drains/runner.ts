import { EVENT_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogDrainConfig } from '@stoa/contract/services/logs/drains'
import type { ChangedHour, LogParts, StoredLogFile } from '../../../logs/index.ts'
import type { DrainRecords, StoredDrain } from '../../../project/drain-records.ts'
import { countUnsent, positionAfter } from './next-batch.ts'
import type { Receiver } from './receivers/receiver.ts'
import { startWorker, type DrainWorker, type WorkerDeps } from './worker.ts'

export type RunnerDeps = Omit<WorkerDeps, 'sources' | 'onGiveUp' | 'records' | 'logs'> & {
  readonly logs: Pick<LogParts, 'store' | 'reader'>
  readonly records: () => DrainRecords
  readonly receiverOf: (drain: StoredDrain, config: LogDrainConfig) => Receiver
  readonly configOf: (drain: StoredDrain) => LogDrainConfig
}

/** The workers of all drains that are not paused. */
export type DrainRunner = {
  begin(): Promise<void>
  /** Starts the drain's worker, or starts it again with new settings, unless it is paused. */
  start(drain: StoredDrain): Promise<void>
  stop(ref: string, id: string): Promise<void>
  /** When the oldest event that waits happened; undefined if none does. */
  oldestWaiting(ref: string, id: string): number | undefined
  /** Counts the events of a file that are about to be deleted and were not sent. */
  expiring(ref: string, source: LogSourceName, file: StoredLogFile): Promise<void>
  /** Forgets positions in hours that are not kept. */
  forgetBefore(ref: string, before: Date): Promise<void>
  removed(ref: string): Promise<void>
  end(): Promise<void>
}

const ALL = EVENT_SOURCES.map(({ reference }) => reference)

export const sourcesOf = ({ sources }: Pick<StoredDrain, 'sources'>): readonly LogSourceName[] =>
  sources.length === 0 ? ALL : sources

type Running = { readonly drain: StoredDrain; readonly worker: DrainWorker }

export function createDrainRunner(deps: RunnerDeps): DrainRunner {
  const { logs, clock, log } = deps
  const running = new Map<string, Map<string, Running>>()
  let unwatch: (() => void) | undefined
  let isEnding = false

  async function start(drain: StoredDrain): Promise<void> {
    await stop(drain.ref, drain.id)
    if (drain.pausedReason !== null || isEnding) return
    const { ref, id } = drain
    const worker = startWorker(drain, deps.receiverOf(drain, deps.configOf(drain)), {
      ...deps,
      records: deps.records(),
      sources: sourcesOf(drain),
      onGiveUp: () => giveUp(drain),
    })
    const ofProject = running.get(ref) ?? new Map<string, Running>()
    running.set(ref, ofProject.set(id, { drain, worker }))
    unwatch ??= logs.store.watch(changed)
  }

  async function giveUp({ ref, id }: StoredDrain): Promise<void> {
    const notice =
      'Its destination has accepted nothing for 3 days. Correct its settings, then resume it: events that are still kept are sent.'
    await deps.records().pause(ref, id, { reason: 'failures', at: clock.now(), notice })
    running.get(ref)?.delete(id)
  }

  function changed({ ref, source, hour }: ChangedHour): void {
    for (const { drain, worker } of running.get(ref)?.values() ?? [])
      if (sourcesOf(drain).includes(source)) worker.changed(source, hour)
  }

  async function stop(ref: string, id: string): Promise<void> {
    const ofProject = running.get(ref)
    const found = ofProject?.get(id)
    ofProject?.delete(id)
    if (ofProject?.size === 0) running.delete(ref)
    await found?.worker.stop()
  }

  const stopAll = async (ref: string) => {
    const ids = [...(running.get(ref)?.keys() ?? [])]
    await Promise.all(ids.map((id) => stop(ref, id)))
  }

  return {
    start,
    stop,
    async begin() {
      for (const drain of await deps.records().listAll())
        await start(drain).catch((error: unknown) =>
          log.error({ err: error, ref: drain.ref, drain: drain.id }, 'A log drain cannot start.'),
        )
    },
    oldestWaiting: (ref, id) => running.get(ref)?.get(id)?.worker.oldestWaiting(),
    expiring: (ref, source, file) => countExpired({ ...deps, running }, ref, { source, file }),
    async forgetBefore(ref, before) {
      for (const { worker } of running.get(ref)?.values() ?? [])
        worker.forgetBefore(before.getTime())
      await deps.records().forgetPositions(ref, before)
    },
    removed: stopAll,
    async end() {
      isEnding = true
      unwatch?.()
      await Promise.all([...running.keys()].map(stopAll))
    },
  }
}

const HOUR_MS = 3_600_000

async function countExpired(
  {
    records,
    running,
  }: Pick<RunnerDeps, 'records'> & {
    readonly running: ReadonlyMap<string, ReadonlyMap<string, Running>>
  },
  ref: string,
  { source, file }: { readonly source: LogSourceName; readonly file: StoredLogFile },
): Promise<void> {
  for (const drain of await records().list(ref)) {
    const isEarlier = file.hour + HOUR_MS <= drain.insertedAt.getTime()
    if (isEarlier || !sourcesOf(drain).includes(source)) continue
    const worker = running.get(ref)?.get(drain.id)?.worker
    const position = worker
      ? worker.positionAt(source, file.hour)
      : (await records().positions(drain.id)).find(
          (each) => each.source === source && each.hour === file.hour,
        )
    const unsent = await countUnsent(source, file, position)
    if (unsent === 0) continue
    const next = positionAfter(source, file)
    await records().skipped(drain.id, next, unsent)
    worker?.moveTo(next)
  }
}
