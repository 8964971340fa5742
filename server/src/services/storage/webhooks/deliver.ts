import { z } from 'zod'
import type { Clock } from '../../../lib/clock.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import { nextWebhookAttempt, type WebhookSender } from '../../../lib/webhooks.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'

/** Sends what is in the outbox of a project. */
export type Delivery = {
  /** Starts to deliver in the background. Costs nothing for a project without webhooks. */
  wake(project: Project): void
  /** The project has webhooks, as from now on. */
  activate(project: Project): void
  /** Takes up what an earlier run left. Webhooks of the project that this one is a copy of are deleted. */
  recover(project: Project): Promise<void>
  /** Delivers what is due and plans the next attempt. Every event is sent at least once. */
  run(project: Project): Promise<void>
  /** Waits for the delivery in progress. */
  stop(project: Project): Promise<void>
}

export const WEBHOOK_JOB = 'webhooks'
const ADMIN = 'supabase_storage_admin'
/** Messages to one receiver that are sent at the same time. */
const PARALLEL = 5
/** Delivered and dead events that the log of a webhook keeps. */
const KEPT = 500
/** After a crash, the job takes up what was not delivered. */
const SAFETY_MS = 60_000

const Due = z.object({
  id: z.string(),
  webhook_id: z.string(),
  url: z.string(),
  sealed_secret: z.string(),
  body: z.string(),
  attempts: z.int(),
})
type Due = z.infer<typeof Due>

export function createDelivery({
  clock,
  sender,
  secrets,
}: {
  readonly clock: Clock
  readonly sender: WebhookSender
  readonly secrets: SecretBox
}): Delivery {
  type Loop = { readonly done: Promise<void>; isAskedAgain: boolean }
  const loops = new WeakMap<Project, Loop>()
  const active = new WeakSet<Project>()
  const stopping = new WeakSet<Project>()
  const admin = (project: Project) => project.database.as(ADMIN)

  const plan = (project: Project, runAt: Date) =>
    project.addJob('storage', WEBHOOK_JOB, {}, { key: 'deliver', runAt })

  /** Rows of each receiver, so that one with many does not hold up the others. */
  const due = (project: Project) =>
    admin(project).many(
      sql`
        select d.id, d.webhook_id, w.url, w.sealed_secret, d.body, d.attempts
        from storage.webhooks as w
        cross join lateral (
          select * from storage.webhook_deliveries as d
          where d.webhook_id = w.id and d.state = 'pending' and d.next_at <= ${clock.now()}
          order by d.next_at, d.created_at limit ${PARALLEL}
        ) as d
        where w.enabled and w.project_ref = ${project.ref}`,
      Due,
    )

  async function send(project: Project, event: Due): Promise<void> {
    const { id, url, body } = event
    const context = secretContext(project.ref, event.webhook_id)
    const secret = secrets.open(Buffer.from(event.sealed_secret, 'base64'), context)
    const result = await sender.send({ url, id, body, secret })
    const attempts = event.attempts + 1
    const next = result.isAccepted ? undefined : nextWebhookAttempt(attempts, clock.now())
    const failed = next ? 'pending' : 'dead'
    await admin(project).run(sql`
      update storage.webhook_deliveries set
        attempts = ${attempts}::integer,
        state = ${result.isAccepted ? 'delivered' : failed},
        next_at = coalesce(${next ?? null}::timestamptz, next_at),
        ended_at = case when ${next === undefined}::boolean then pg_catalog.now() end,
        last_status = ${'status' in result ? result.status : null}::integer,
        last_response = ${'status' in result ? result.response : null}::text,
        last_error = ${'error' in result ? result.error : null}::text
      where id = ${id}::uuid`)
  }

  async function deliverAll(project: Project, loop: Loop): Promise<void> {
    let isPlanned = false
    do {
      loop.isAskedAgain = false
      for (let events = await due(project); events.length > 0; events = await due(project)) {
        if (!isPlanned) await plan(project, new Date(clock.now().getTime() + SAFETY_MS))
        isPlanned = true
        await Promise.all(events.map((event) => send(project, event)))
        if (stopping.has(project)) return
      }
    } while (loop.isAskedAgain)
    await admin(project).run(sql`
      delete from storage.webhook_deliveries as d using (
        select id, pg_catalog.row_number() over (
          partition by webhook_id order by created_at desc, id) as number
        from storage.webhook_deliveries where state <> 'pending'
      ) as old
      where d.id = old.id and old.number > ${KEPT}::integer`)
    const [waiting] = await admin(project).many(
      sql`
        select pg_catalog.min(d.next_at) as next from storage.webhook_deliveries as d
        join storage.webhooks as w on w.id = d.webhook_id
        where d.state = 'pending' and w.enabled and d.next_at > ${clock.now()}`,
      z.object({ next: z.coerce.date().nullable() }),
    )
    if (waiting?.next) await plan(project, waiting.next)
  }

  function start(project: Project): Promise<void> {
    const running = loops.get(project)
    if (running) {
      running.isAskedAgain = true
      return running.done
    }
    const release = project.holdAwake()
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const loop: Loop = { done, isAskedAgain: false }
    loops.set(project, loop)
    deliverAll(project, loop)
      .finally(() => {
        loops.delete(project)
        release()
      })
      .then(resolve, reject)
    return done
  }

  function wake(project: Project): void {
    if (!active.has(project) || stopping.has(project)) return
    // The events stay in the outbox, and the planned job delivers them.
    start(project).catch((error: unknown) =>
      project.log('storage').error({ error: String(error) }, 'Events could not be delivered.'),
    )
  }

  return {
    wake,
    activate: (project) => void active.add(project),
    async recover(project) {
      await admin(project).run(
        sql`delete from storage.webhooks where project_ref <> ${project.ref}`,
      )
      const [found] = await admin(project).many(
        sql`select exists (select from storage.webhooks) as any`,
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
      stopping.delete(project)
    },
  }
}

/** What the secret of a webhook is bound to. */
export const secretContext = (ref: string, id: string) => `${ref} ${id}`
