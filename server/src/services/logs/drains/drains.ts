import { randomUUID } from 'node:crypto'
import {
  LogDrainConfig,
  MAX_LOG_DRAINS,
  type createLogDrain,
  type LogDrain,
} from '@stoa/contract/services/logs/drains'
import type { BodyOf, ResponseOf } from '@stoa/contract/endpoint'
import type { testLogDrain } from '@stoa/contract/services/logs/drains'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import type { DrainRecords, DrainSettings, StoredDrain } from '../../../project/drain-records.ts'
import { drainLimit, drainNotFound, drainTypeFixed, drainsUnavailable } from './errors.ts'
import { MAX_TEST_MS } from './limits.ts'
import type { Receiver } from './receivers/receiver.ts'
import { sourcesOf, type DrainRunner } from './runner.ts'
import { addressOf, withoutSecrets, withStoredSecrets } from './secrets.ts'

export type DrainsDeps = {
  readonly records: () => DrainRecords
  readonly secrets: SecretBox
  readonly runner: DrainRunner
  readonly receiverOf: (drain: Pick<StoredDrain, 'ref'>, config: LogDrainConfig) => Receiver
  readonly outgoing: Outgoing
  readonly clock: Clock
  /** Below this address, private addresses are allowed. */
  readonly ownUrl: () => string
  readonly hasDrains: (ref: string) => Promise<boolean>
}

export type NewDrain = BodyOf<typeof createLogDrain>
type TestResult = ResponseOf<typeof testLogDrain>

/** The log drains of projects. */
export type Drains = ReturnType<typeof createDrains>

export function createDrains(deps: DrainsDeps) {
  const { records, runner, clock } = deps
  const mutex = createKeyedMutex()
  const view = (drain: StoredDrain) => viewOf(deps, drain)
  const find = async (ref: string, id: string) => {
    const drain = await records().find(ref, id)
    if (!drain) throw drainNotFound()
    return drain
  }
  /** Changes of a project's drains run one after the other, so that each drain has one worker. */
  const alone = <T>(ref: string, work: () => Promise<T>) => mutex.runExclusive(ref, work)
  const started = async (drain: StoredDrain | undefined) => {
    if (!drain) throw drainNotFound()
    await runner.start(drain)
    return view(drain)
  }

  return {
    list: async (ref: string) => (await records().list(ref)).map(view),
    create: (ref: string, body: NewDrain) =>
      alone(ref, async () => {
        if (!(await deps.hasDrains(ref))) throw drainsUnavailable()
        const id = randomUUID()
        const settings = await settingsOf(deps, `${ref}/${id}`, body)
        const added = await records().add(ref, { ...settings, id, at: clock.now() }, MAX_LOG_DRAINS)
        if (!added) throw drainLimit()
        return started(added)
      }),
    update: (ref: string, id: string, body: NewDrain) =>
      alone(ref, async () => {
        const drain = await find(ref, id)
        if (drain.type !== body.type) throw drainTypeFixed()
        const stored = openConfig(deps.secrets, drain)
        const settings = await settingsOf(deps, `${ref}/${id}`, body, stored)
        return started(await records().change(ref, id, { ...settings, at: clock.now() }))
      }),
    pause: (ref: string, id: string, isPaused: boolean) =>
      alone(ref, async () => {
        const drain = await find(ref, id)
        if (!isPaused) {
          if (!(await deps.hasDrains(ref))) throw drainsUnavailable()
          if (drain.pausedReason === null) return view(drain)
          return started(await records().resume(ref, id))
        }
        await runner.stop(ref, id)
        const paused = await records().pause(ref, id, { reason: 'member', at: clock.now() })
        return started(paused)
      }),
    remove: (ref: string, id: string) =>
      alone(ref, async () => {
        const { name } = await find(ref, id)
        await runner.stop(ref, id)
        await records().remove(ref, id)
        return { name }
      }),
    async test(ref: string, id: string): Promise<{ name: string; result: TestResult }> {
      const drain = await find(ref, id)
      return { name: drain.name, result: await sendTest(deps, drain) }
    },
    /** Pauses the drains of a project whose plan no longer has drains. */
    checkPlan: (ref: string) =>
      alone(ref, async () => {
        const active = (await records().list(ref)).filter(
          ({ pausedReason }) => pausedReason === null,
        )
        if (active.length === 0 || (await deps.hasDrains(ref))) return
        const notice = 'Log drains need the Team plan or a larger one.'
        for (const { id } of active) {
          await runner.stop(ref, id)
          await records().pause(ref, id, { reason: 'plan', at: clock.now(), notice })
        }
      }),
  }
}

async function settingsOf(
  { secrets, outgoing, ownUrl }: DrainsDeps,
  context: string,
  { name, description = '', sources = [], ...given }: NewDrain,
  stored?: LogDrainConfig,
): Promise<DrainSettings> {
  const config = withStoredSecrets(given, stored)
  const { host, url } = addressOf(config)
  const isOwn = ownUrl() !== '' && url?.startsWith(`${ownUrl()}/`)
  if (!isOwn) await refusePrivate(outgoing, host)
  return {
    name,
    description,
    sources: [...new Set(sources)],
    type: config.type,
    config: secrets.seal(JSON.stringify(config), context),
  }
}

/** A name that has no address at the moment can have one later. */
async function refusePrivate(outgoing: Outgoing, host: string): Promise<void> {
  await outgoing.resolve(host).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'outgoing_refused') throw error
  })
}

export const openConfig = (
  secrets: SecretBox,
  { ref, id, config }: Pick<StoredDrain, 'ref' | 'id' | 'config'>,
): LogDrainConfig => LogDrainConfig.parse(JSON.parse(secrets.open(config, `${ref}/${id}`)))

const isoOf = (date: Date | null) => date?.toISOString() ?? null

function viewOf({ secrets, runner, clock }: DrainsDeps, drain: StoredDrain): LogDrain {
  const { ref, id, pausedReason, failingSince } = drain
  const oldest = runner.oldestWaiting(ref, id)
  return {
    id,
    token: id,
    name: drain.name,
    description: drain.description,
    sources: [...drain.sources],
    inserted_at: drain.insertedAt.toISOString(),
    updated_at: drain.updatedAt.toISOString(),
    ...withoutSecrets(openConfig(secrets, drain)),
    delivery: {
      state: stateOf(drain),
      paused_reason: pausedReason,
      events_sent: drain.eventsSent,
      events_dropped: drain.eventsDropped,
      last_success_at: isoOf(drain.lastSuccessAt),
      last_error_at: isoOf(drain.lastErrorAt),
      last_error: drain.lastError,
      failing_since: isoOf(failingSince),
      lag_ms: oldest === undefined ? null : Math.max(0, clock.now().getTime() - oldest),
    },
  }
}

function stateOf({ pausedReason, failingSince }: StoredDrain): LogDrain['delivery']['state'] {
  if (pausedReason !== null) return 'paused'
  return failingSince === null ? 'active' : 'failing'
}

/** Sends an event that says that it is a test, whatever state the drain is in. */
async function sendTest(deps: DrainsDeps, drain: StoredDrain): Promise<TestResult> {
  const receiver = deps.receiverOf(drain, openConfig(deps.secrets, drain))
  const began = performance.now()
  const [source = 'edge_logs'] = sourcesOf(drain)
  const receipt = await receiver.send(
    [
      {
        id: randomUUID(),
        timestamp: deps.clock.now().getTime() * 1000,
        source,
        severity: 'info',
        message: `Test event of the log drain ${drain.name}`,
        requestId: undefined,
        metadata: { is_test: true },
      },
    ],
    { signal: new AbortController().signal, timeoutMs: MAX_TEST_MS },
  )
  return {
    is_accepted: receipt.isAccepted,
    status: receipt.status,
    response: receipt.response,
    duration_ms: Math.round(performance.now() - began),
  }
}
