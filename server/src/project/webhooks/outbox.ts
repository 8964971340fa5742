import type { Clock } from '../../lib/clock.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { WebhookSender } from '../../lib/webhooks.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import type { Project } from '../project.ts'
import { deliverWebhook, type DeliveryDeps, type MessageOptions } from './deliver-webhook.ts'
import {
  deleteForeignWebhooks,
  findDueWebhooks,
  findNextAttempt,
  forgetOldEvents,
  hasWebhooks,
  outboxTables,
} from './outbox-queries.ts'

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
type OutboxOptions = {
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
}

/**
 * The outbox of one service, with its tables `webhooks` and `webhook_deliveries` in a schema that
 * belongs to the role. Deliveries are deleted with their webhook by a foreign key.
 */
export function createWebhookOutbox(options: OutboxOptions): WebhookOutbox {
  const { service, clock } = options
  const loops = new WeakMap<Project, Loop>()
  const active = new WeakSet<Project>()
  const stopping = new WeakSet<Project>()
  const work: Work = {
    ...options,
    tables: outboxTables(options.role, options.schema),
    plan: (project, runAt) => project.addJob(service, WEBHOOK_JOB, {}, { key: 'deliver', runAt }),
    isStopping: (project) => stopping.has(project),
  }

  /** Starts the project's loop, or tells the one that runs of new events. */
  function start(project: Project): Promise<void> {
    const running = loops.get(project)
    if (running) {
      tell(running)
      return running.done
    }
    const release = project.holdAwake()
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const loop: Loop = { done, news: Promise.withResolvers<void>(), hasNews: false }
    loops.set(project, loop)
    // Without an await between the last look and the removal: any later call starts another loop.
    deliverAll(work, project, { loop, ended: () => void loops.delete(project) })
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
    return active.has(project) && (await dueWebhooks(work, project, [])).length > 0
  }

  return {
    wake,
    async look(project) {
      if (loops.has(project) || (await hasDue(project))) wake(project)
    },
    activate: (project) => void active.add(project),
    async recover(project) {
      await deleteForeignWebhooks(work.tables, project)
      if (!(await hasWebhooks(work.tables, project))) return
      active.add(project)
      wake(project)
    },
    run: (project) => start(project),
    async stop(project) {
      stopping.add(project)
      await loops.get(project)?.done.catch(() => {})
      if (await hasDue(project)) await work.plan(project, clock.now())
      stopping.delete(project)
    },
  }
}

/** The delivery of a project's events, while any are due. */
type Loop = { readonly done: Promise<void>; news: PromiseWithResolvers<void>; hasNews: boolean }

type Work = DeliveryDeps & Pick<OutboxOptions, 'collect'>

function tell(loop: Loop): void {
  loop.hasNews = true
  loop.news.resolve()
}

/** The webhooks with events that are due, without those that are being delivered. */
async function dueWebhooks(
  { collect, tables, clock }: Work,
  project: Project,
  except: Iterable<string>,
): Promise<readonly string[]> {
  await collect?.(project)
  return findDueWebhooks(tables, project, { now: clock.now(), except })
}

async function deliverAll(
  work: Work,
  project: Project,
  { loop, ended }: { readonly loop: Loop; readonly ended: () => void },
): Promise<void> {
  do {
    await deliverDue(work, project, loop)
    const next = await findNextAttempt(work.tables, project, work.clock.now())
    if (next) await work.plan(project, next)
  } while (loop.hasNews && !work.isStopping(project))
  ended()
}

/** Delivers to each receiver on its own, so that a slow one does not hold up the others. */
async function deliverDue(work: Work, project: Project, loop: Loop): Promise<void> {
  const delivering = new Set<string>()
  const failures: unknown[] = []
  for (;;) {
    loop.hasNews = false
    loop.news = Promise.withResolvers<void>()
    const mayStart = failures.length === 0 && !work.isStopping(project)
    const ids = mayStart ? await dueWebhooks(work, project, delivering) : []
    for (const id of ids) {
      delivering.add(id)
      deliverWebhook(work, project, id)
        .then(() => forgetOldEvents(work.tables, project, id))
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          delivering.delete(id)
          tell(loop)
        })
    }
    if (delivering.size === 0 && !loop.hasNews) break
    await loop.news.promise
  }
  // Results that could not be stored leave their events pending, so the scheduled job sends them
  // again.
  if (failures.length > 0) throw failures[0]
}
