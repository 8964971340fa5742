import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import {
  nextWebhookAttempt,
  webhookKey,
  type WebhookAttempt,
  type WebhookMessage,
  type WebhookSender,
} from '../../lib/webhooks.ts'
import type { Project } from '../project.ts'
import {
  findDueEvents,
  storeAttempts,
  type AttemptedEvent,
  type DueEvent,
  type OutboxTables,
} from './outbox-queries.ts'

/** A service's additions to the messages of a webhook, such as its headers. */
export type MessageOptions = Pick<WebhookMessage, 'headers' | 'timeoutMs' | 'ownUrl'> & {
  readonly url?: string
}

/** Messages sent to one receiver at the same time. */
const PARALLEL = 16
/** After a crash, the job delivers the rest. */
const SAFETY_MS = 60_000

export type DeliveryDeps = {
  readonly tables: OutboxTables
  readonly clock: Clock
  readonly sender: WebhookSender
  readonly secrets: SecretBox
  /** Read for every batch of messages. A rejection with an `AppError` is a failed attempt. */
  readonly optionsOf?:
    | ((project: Project, webhookId: string) => Promise<MessageOptions>)
    | undefined
  /** Schedules the job that delivers what this run does not. */
  readonly plan: (project: Project, runAt: Date) => Promise<unknown>
  readonly isStopping: (project: Project) => boolean
}

/** Sends every due event of one webhook. Rejects if results could not be stored. */
export async function deliverWebhook(
  deps: DeliveryDeps,
  project: Project,
  webhookId: string,
): Promise<void> {
  const { tables, clock, secrets } = deps
  const context = secretContext(project.ref, webhookId)
  const results = createResults((group) => storeAttempts(tables, project, group))
  for (;;) {
    const events = await findDueEvents(tables, project, { webhookId, now: clock.now() })
    const [first] = events
    if (!first || deps.isStopping(project)) return
    await deps.plan(project, new Date(clock.now().getTime() + SAFETY_MS))
    const sealed = Buffer.from(first.sealed_secret, 'base64')
    const key = webhookKey(secrets.open(sealed, context))
    const options = await messageOptions(deps, project, webhookId)
    const queue = events.values()
    const sendNext = async () => {
      for (const event of queue) {
        if (deps.isStopping(project) || results.hasFailed()) return
        const result = await attempt(deps.sender, event, { key, options })
        await results.add(afterAttempt(event, result, clock.now()))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, sendNext))
    await results.stored()
  }
}

/** The context that a webhook's secret is sealed for. */
export const secretContext = (ref: string, id: string) => `${ref} ${id}`

/** Stores results in groups: while one is stored, the next forms. */
function createResults(store: (group: readonly AttemptedEvent[]) => Promise<unknown>) {
  let waiting: AttemptedEvent[] = []
  let storing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function storeWaiting(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const group = waiting
        waiting = []
        await store(group)
      }
    } catch (error) {
      failure = { error }
    }
    storing = undefined
  }

  return {
    /** Waits while too many results are not stored yet. */
    async add(result: AttemptedEvent): Promise<void> {
      waiting.push(result)
      storing ??= storeWaiting()
      if (waiting.length >= PARALLEL) await storing
    },
    hasFailed: () => failure !== undefined,
    /** Resolves when every result is stored, and rejects if one could not be. */
    async stored(): Promise<void> {
      await storing
      if (failure) throw failure.error
    },
  }
}

async function messageOptions(
  { optionsOf }: DeliveryDeps,
  project: Project,
  webhookId: string,
): Promise<MessageOptions | AppError> {
  try {
    return (await optionsOf?.(project, webhookId)) ?? {}
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function attempt(
  sender: WebhookSender,
  { id, url, body }: DueEvent,
  { key, options }: { readonly key: KeyObject; readonly options: MessageOptions | AppError },
): Promise<WebhookAttempt> {
  if (options instanceof AppError) return { isAccepted: false, error: options.message }
  return sender.send({ url, id, body, key, ...options })
}

/** An event after the result of an attempt: delivered, waiting for the next one, or dead. */
function afterAttempt(event: DueEvent, result: WebhookAttempt, now: Date): AttemptedEvent {
  const attempts = event.attempts + 1
  const next = result.isAccepted ? undefined : nextWebhookAttempt(attempts, now)
  const failed = next ? 'pending' : 'dead'
  return {
    id: event.id,
    state: result.isAccepted ? 'delivered' : failed,
    attempts,
    next_at: next ?? null,
    last_status: 'status' in result ? result.status : null,
    last_response: 'status' in result ? result.response : null,
    last_error: 'error' in result ? result.error : null,
  }
}
