import { setTimeout as delay } from 'node:timers/promises'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../lib/log.ts'
import type { LogParts } from '../../../logs/index.ts'
import type { DrainPosition, DrainRecords, StoredDrain } from '../../../project/drain-records.ts'
import type { DrainEvent } from './event.ts'
import { MAX_FAILING_MS, MAX_SEND_MS } from './limits.ts'
import { nextBatch, type DrainBatch } from './next-batch.ts'
import { createPendingHours } from './pending-hours.ts'
import type { Receipt, Receiver } from './receivers/receiver.ts'

/** Waits between attempts, in milliseconds. The wait doubles up to the longest. */
export type RetryWaits = { readonly first: number; readonly longest: number }

export const RETRY_WAITS: RetryWaits = { first: 5000, longest: 300_000 }

export type WorkerDeps = {
  readonly logs: Pick<LogParts, 'store' | 'reader'>
  readonly records: DrainRecords
  readonly clock: Clock
  readonly log: Log
  readonly waits: RetryWaits
  /** The sources of a drain. */
  readonly sources: readonly LogSourceName[]
  /** The receiver has accepted nothing for too long. */
  readonly onGiveUp: () => Promise<void>
}

/** Sends the events of one drain, one batch at a time. */
export type DrainWorker = {
  /** The files of an hour have changed. */
  changed(source: LogSourceName, hour: number): void
  /** The position in an hour's files. */
  positionAt(source: LogSourceName, hour: number): DrainPosition | undefined
  moveTo(position: DrainPosition): void
  forgetBefore(hour: number): void
  /** When the oldest event that waits happened, in milliseconds since 1970. */
  oldestWaiting(): number | undefined
  stop(): Promise<void>
}

/** The receiver did not accept a batch. */
class NotAccepted extends Error {}

type WorkerState = {
  readonly drain: StoredDrain
  readonly receiver: Receiver
  readonly pending: ReturnType<typeof createPendingHours>
  readonly ending: AbortController
  maxEvents: number
  failures: number
  failingSince: number | undefined
  oldest: number | undefined
}

export function startWorker(drain: StoredDrain, receiver: Receiver, deps: WorkerDeps): DrainWorker {
  const state: WorkerState = {
    drain,
    receiver,
    pending: createPendingHours(),
    ending: new AbortController(),
    maxEvents: receiver.maxEvents,
    failures: 0,
    failingSince: drain.failingSince?.getTime(),
    oldest: undefined,
  }
  const { pending, ending } = state
  const running = run(state, deps)
  return {
    changed: (source, hour) => pending.add(source, hour),
    positionAt: (source, hour) => pending.positionAt(source, hour),
    moveTo: (position) => pending.moveTo(position),
    forgetBefore: (hour) => pending.forgetBefore(hour),
    oldestWaiting: () => state.oldest,
    async stop() {
      ending.abort()
      pending.wake()
      await running
    },
  }
}

async function run(state: WorkerState, deps: WorkerDeps): Promise<void> {
  const { pending, ending, receiver } = state
  const { signal } = ending
  let isLoaded = false
  while (!signal.aborted)
    try {
      if (!isLoaded) await load(state, deps)
      isLoaded = true
      await pending.next(signal)
      await pause(receiver.waitMs, signal)
      await sendPending(state, deps)
      state.oldest = undefined
    } catch (error) {
      if (signal.aborted) return
      await fail(state, deps, error)
    }
}

/** After a start, all hours whose files may have events that were not sent. */
async function load({ drain, pending }: WorkerState, deps: WorkerDeps): Promise<void> {
  const { logs, records, sources, clock } = deps
  pending.load(await records.positions(drain.id))
  const span = { from: drain.insertedAt.getTime(), to: clock.now().getTime() + 2 * 3_600_000 }
  await logs.store.flush(drain.ref)
  for (const source of sources)
    for (const { hour, part } of await logs.store.files(drain.ref, source, span))
      if (part >= (pending.positionAt(source, hour)?.part ?? 0)) pending.add(source, hour)
}

async function sendPending(state: WorkerState, deps: WorkerDeps): Promise<void> {
  const { pending, ending } = state
  for (let hour = pending.take(); hour; hour = pending.take()) {
    try {
      await sendHour(state, deps, hour)
    } catch (error) {
      pending.add(hour.source, hour.hour)
      throw error
    }
    if (ending.signal.aborted) return
  }
}

async function sendHour(
  state: WorkerState,
  deps: WorkerDeps,
  { source, hour }: { readonly source: LogSourceName; readonly hour: number },
): Promise<void> {
  const { drain, receiver, pending, ending } = state
  const since = drain.insertedAt.getTime() * 1000
  while (!ending.signal.aborted) {
    const batch = await nextBatch(deps.logs, {
      ref: drain.ref,
      source,
      hour,
      position: pending.positionAt(source, hour),
      maxEvents: state.maxEvents,
      maxBytes: receiver.maxBytes,
    })
    if (!batch) return
    const events = batch.events.filter(({ timestamp }) => timestamp >= since)
    if (events.length === 0) await keep(state, deps, batch.next, 0)
    else await deliver(state, deps, { ...batch, events })
    const isSent = pending.positionAt(source, hour) === batch.next
    if (batch.isEnd && isSent) return
  }
}

async function deliver(
  state: WorkerState,
  deps: WorkerDeps,
  { events, next }: DrainBatch,
): Promise<void> {
  const { receiver, ending, drain } = state
  state.oldest = oldestOf(events)
  const attempt = { signal: ending.signal, timeoutMs: MAX_SEND_MS }
  const receipt = await receiver.send(events, attempt)
  if (receipt.status === TOO_LARGE && events.length > 1) {
    state.maxEvents = Math.ceil(events.length / 2)
    return
  }
  // An event that is too large alone would keep all later ones from being sent.
  if (receipt.status === TOO_LARGE) return keep(state, deps, next, 1)
  if (!receipt.isAccepted) throw new NotAccepted(describe(receipt))
  const at = deps.clock.now()
  await deps.records.accepted(drain.id, next, { events: events.length, at })
  state.pending.moveTo(next)
  state.failures = 0
  state.failingSince = undefined
}

const TOO_LARGE = 413

async function keep(
  { drain, pending }: WorkerState,
  { records }: WorkerDeps,
  next: DrainPosition,
  dropped: number,
): Promise<void> {
  await records.skipped(drain.id, next, dropped)
  pending.moveTo(next)
}

function describe({ status, response }: Receipt): string {
  if (status === null) return response
  return response === ''
    ? `The destination returned ${status}.`
    : `The destination returned ${status}: ${response}`
}

function oldestOf(events: readonly DrainEvent[]): number {
  const oldest = events.reduce((least, { timestamp }) => Math.min(least, timestamp), Infinity)
  return Math.floor(oldest / 1000)
}

async function fail(state: WorkerState, deps: WorkerDeps, error: unknown): Promise<void> {
  const { drain, ending } = state
  const { records, clock, log, waits } = deps
  const at = clock.now()
  if (error instanceof NotAccepted) {
    state.failingSince ??= at.getTime()
    await records.failed(drain.id, { error: error.message, at }).catch(() => {})
    if (at.getTime() - state.failingSince >= MAX_FAILING_MS && (await didGiveUp(deps)))
      return ending.abort()
  } else log.warn({ err: error, ref: drain.ref, drain: drain.id }, 'A log drain cannot continue.')
  const wait = Math.min(waits.longest, waits.first * 2 ** Math.min(state.failures, 20))
  state.failures += 1
  await pause(wait, ending.signal)
}

/** Without the platform's database, a drain cannot be paused, and continues. */
const didGiveUp = ({ onGiveUp, log }: WorkerDeps): Promise<boolean> =>
  onGiveUp().then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, 'A log drain cannot be paused.')
      return false
    },
  )

/** Also ends when the worker does. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal, ref: false }).catch(() => {})
