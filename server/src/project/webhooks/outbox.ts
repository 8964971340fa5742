import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
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
import type { ServiceRole } from '../../postgres/database.ts'
import { ident, sql } from '../../postgres/sql.ts'
import type { Project } from '../project.ts'

/** Sends the events in a service's outbox of a project. */
export type WebhookOutbox = {
  /** Starts delivery in the background. Costs nothing for a project without webhooks. */
  wake(project: Project): void
  /** Delivers now if an event is due. The project can still go to sleep when idle. */
  look(project: Project): Promise<void>
  /** Records that the project now has webhooks. */
  activate(project: Project): void
  /**
   * Resumes deliveries of an earlier run. In a copy of a project, deletes the original's webhooks.
   */
  recover(project: Project): Promise<void>
  /** Delivers due events and schedules the next attempt. Every event is sent at least once. */
  run(project: Project): Promise<void>
  /** Waits for the delivery in progress. A scheduled job delivers the rest. */
  stop(project: Project): Promise<void>
}

/** The job that every service with an outbox declares: it calls `run`. */
export const WEBHOOK_JOB = 'webhooks'
/** Messages sent to one receiver at the same time. */
const PARALLEL = 16
/** Messages read at once for one receiver, and the total characters of their bodies. */
const BATCH = 64
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** Delivered and dead events that the log of a webhook keeps. */
const KEPT = 500
/** After a crash, the job delivers the rest. */
const SAFETY_MS = 60_000

const Due = z.object({
  id: z.string(),
  url: z.string(),
  sealed_secret: z.string(),
  body: z.string(),
  attempts: z.int(),
})
type Due = z.infer<typeof Due>

/** A service's additions to the messages of a webhook, such as its headers. */
export type MessageOptions = Pick<WebhookMessage, 'headers' | 'timeoutMs' | 'ownUrl'> & {
  readonly url?: string
}

/** An event after an attempt, as the outbox stores it. */
type Attempted = {
  readonly id: string
  readonly state: 'pending' | 'delivered' | 'dead'
  readonly attempts: number
  readonly next_at: Date | null
  readonly last_status: number | null
  readonly last_response: string | null
  readonly last_error: string | null
}

/**
 * The outbox of one service, with its tables `webhooks` and `webhook_deliveries` in a schema that
 * belongs to the role. Deliveries are deleted with their webhook by a foreign key.
 */
export function createWebhookOutbox({
  service,
  role,
  schema,
  clock,
  sender,
  secrets,
  optionsOf,
  collect,
}: {
  readonly service: string
  readonly role: ServiceRole
  readonly schema: string
  readonly clock: Clock
  readonly sender: WebhookSender
  readonly secrets: SecretBox
  /** Read for every batch of messages. A rejection with an `AppError` is a failed attempt. */
  readonly optionsOf?: (project: Project, webhookId: string) => Promise<MessageOptions>
  /** Moves events from where they are queued elsewhere into the outbox. Called before each read. */
  readonly collect?: (project: Project) => Promise<void>
}): WebhookOutbox {
  const webhooks = ident(schema, 'webhooks')
  const deliveries = ident(schema, 'webhook_deliveries')
  type Loop = { readonly done: Promise<void>; news: PromiseWithResolvers<void>; hasNews: boolean }
  const loops = new WeakMap<Project, Loop>()
  const active = new WeakSet<Project>()
  const stopping = new WeakSet<Project>()
  const admin = (project: Project) => project.database.as(role)

  const plan = (project: Project, runAt: Date) =>
    project.addJob(service, WEBHOOK_JOB, {}, { key: 'deliver', runAt })

  /** The webhooks with events that are due, without those that are being delivered. */
  async function dueWebhooks(project: Project, delivering: Iterable<string>) {
    await collect?.(project)
    return admin(project).many(
      sql`
        select w.id from ${webhooks} as w
        where w.enabled and w.project_ref = ${project.ref}
          and w.id <> all (${[...delivering]}::uuid[])
          and exists (
            select from ${deliveries} as d
            where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ${clock.now()})`,
      z.object({ id: z.string() }),
    )
  }

  const due = (project: Project, webhookId: string) =>
    admin(project).many(
      sql`
        select d.id, w.url, w.sealed_secret, d.body, d.attempts
        from ${webhooks} as w
        cross join lateral (
          select *, pg_catalog.sum(pg_catalog.length(next.body))
              over (order by next_at, created_at, id rows unbounded preceding)
            as characters
          from (
            select * from ${deliveries} as d
            where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ${clock.now()}
            order by d.next_at, d.created_at, d.id limit ${BATCH}
          ) as next
        ) as d
        where w.id = ${webhookId}::uuid and w.enabled and w.project_ref = ${project.ref}
          and (d.characters <= ${BATCH_CHARACTERS} or d.characters = pg_catalog.length(d.body))
        order by d.next_at, d.created_at, d.id`,
      Due,
    )

  const store = (project: Project, attempted: readonly Attempted[]) =>
    admin(project).run(sql`
      update ${deliveries} as d set
        attempts = a.attempts, state = a.state,
        next_at = coalesce(a.next_at, d.next_at),
        ended_at = case when a.next_at is null then pg_catalog.now() end,
        last_status = a.last_status, last_response = a.last_response, last_error = a.last_error
      from pg_catalog.jsonb_to_recordset(${JSON.stringify(attempted)}::jsonb) as a (
        id uuid, attempts integer, state text, next_at timestamptz,
        last_status integer, last_response text, last_error text)
      where d.id = a.id`)

  /** Sends every due event of one webhook. */
  async function deliverTo(project: Project, webhookId: string): Promise<void> {
    const context = secretContext(project.ref, webhookId)
    let ended: Attempted[] = []
    let storing: Promise<void> | undefined
    let failure: { readonly error: unknown } | undefined
    /** Stores results in groups: while one is stored, the next forms. */
    const storeEnded = async () => {
      try {
        while (ended.length > 0) {
          const group = ended
          ended = []
          await store(project, group)
        }
      } catch (error) {
        failure = { error }
      }
      storing = undefined
    }
    for (;;) {
      const events = await due(project, webhookId)
      const [first] = events
      if (!first || stopping.has(project)) return
      await plan(project, new Date(clock.now().getTime() + SAFETY_MS))
      const sealed = Buffer.from(first.sealed_secret, 'base64')
      const key = webhookKey(secrets.open(sealed, context))
      const options = await messageOptions(project, webhookId)
      const queue = events.values()
      const sendNext = async () => {
        for (const event of queue) {
          if (stopping.has(project) || failure) return
          const result = await attempt(event, { key, options })
          ended.push(attempted(event, result))
          storing ??= storeEnded()
          if (ended.length >= PARALLEL) await storing
        }
      }
      await Promise.all(Array.from({ length: PARALLEL }, sendNext))
      await storing
      if (failure) throw failure.error
    }
  }

  async function messageOptions(
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
    { id, url, body }: Due,
    { key, options }: { readonly key: KeyObject; readonly options: MessageOptions | AppError },
  ): Promise<WebhookAttempt> {
    if (options instanceof AppError) return { isAccepted: false, error: options.message }
    return sender.send({ url, id, body, key, ...options })
  }

  function attempted(event: Due, result: WebhookAttempt): Attempted {
    const attempts = event.attempts + 1
    const next = result.isAccepted ? undefined : nextWebhookAttempt(attempts, clock.now())
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

  /** Delivers to each receiver on its own, so that a slow one does not hold up the others. */
  async function deliverDue(project: Project, loop: Loop): Promise<void> {
    const delivering = new Set<string>()
    const failures: unknown[] = []
    for (;;) {
      loop.hasNews = false
      loop.news = Promise.withResolvers<void>()
      const mayStart = failures.length === 0 && !stopping.has(project)
      const found = mayStart ? await dueWebhooks(project, delivering) : []
      for (const { id } of found) {
        delivering.add(id)
        deliverTo(project, id)
          .then(() => forgetOld(project, id))
          .catch((error: unknown) => failures.push(error))
          .finally(() => {
            delivering.delete(id)
            loop.hasNews = true
            loop.news.resolve()
          })
      }
      if (delivering.size === 0 && !loop.hasNews) break
      await loop.news.promise
    }
    // Results that could not be stored leave their events pending, so the scheduled job sends them
    // again.
    if (failures.length > 0) throw failures[0]
  }

  const forgetOld = (project: Project, webhookId: string) =>
    admin(project).run(sql`
      delete from ${deliveries} as d
      where webhook_id = ${webhookId}::uuid and state <> 'pending' and created_at <= (
        select created_at from ${deliveries}
        where webhook_id = ${webhookId}::uuid and state <> 'pending'
        order by created_at desc offset ${KEPT} limit 1)`)

  async function planNext(project: Project): Promise<void> {
    const [waiting] = await admin(project).many(
      sql`
        select pg_catalog.min(d.next_at) as next from ${deliveries} as d
        join ${webhooks} as w on w.id = d.webhook_id
        where d.state = 'pending' and w.enabled and d.next_at > ${clock.now()}`,
      z.object({ next: z.coerce.date().nullable() }),
    )
    if (waiting?.next) await plan(project, waiting.next)
  }

  async function deliverAll(project: Project, loop: Loop): Promise<void> {
    do {
      await deliverDue(project, loop)
      await planNext(project)
    } while (loop.hasNews && !stopping.has(project))
    // No await in between: any later call starts another loop.
    loops.delete(project)
  }

  function start(project: Project): Promise<void> {
    const running = loops.get(project)
    if (running) {
      running.hasNews = true
      running.news.resolve()
      return running.done
    }
    const release = project.holdAwake()
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const loop: Loop = { done, news: Promise.withResolvers<void>(), hasNews: false }
    loops.set(project, loop)
    deliverAll(project, loop)
      .finally(() => {
        if (loops.get(project) === loop) loops.delete(project)
        release()
      })
      .then(resolve, reject)
    return done
  }

  function wake(project: Project): void {
    if (!active.has(project) || stopping.has(project)) return
    // The events stay in the outbox, and the scheduled job delivers them.
    start(project).catch((error: unknown) =>
      project.log(service).error({ error: String(error) }, 'Could not deliver events.'),
    )
  }

  async function hasDue(project: Project): Promise<boolean> {
    return active.has(project) && (await dueWebhooks(project, [])).length > 0
  }

  return {
    wake,
    async look(project) {
      if (loops.has(project) || (await hasDue(project))) wake(project)
    },
    activate: (project) => void active.add(project),
    async recover(project) {
      await admin(project).run(sql`delete from ${webhooks} where project_ref <> ${project.ref}`)
      const [found] = await admin(project).many(
        sql`select exists (select from ${webhooks}) as any`,
        z.object({ any: z.boolean() }),
      )
      if (found?.any !== true) return
      active.add(project)
      wake(project)
    },
    run: (project) => start(project),
    async stop(project) {
      stopping.add(project)
      await loops.get(project)?.done.catch(() => {})
      if (await hasDue(project)) await plan(project, clock.now())
      stopping.delete(project)
    },
  }
}

/** The context that a webhook's secret is sealed for. */
export const secretContext = (ref: string, id: string) => `${ref} ${id}`
