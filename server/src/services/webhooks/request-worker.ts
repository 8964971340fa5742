import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { storableText } from '../../lib/storable-text.ts'
import type { Subscription } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { sendRequest, type Result } from './send-request.ts'

/** Sends the requests in `net.http_request_queue` of a project. */
export type RequestWorker = {
  /** Listens for committed requests, and sends those that an earlier run left. */
  start(project: Project): Promise<void>
  /** Sends queued requests. Every request is sent at least once. */
  run(project: Project): Promise<void>
  /**
   * Deletes responses older than six hours, trigger logs older than 30 days, and events of deleted
   * webhooks.
   */
  sweep(project: Project): Promise<void>
  /** Ends requests in progress; they stay in the queue. */
  stop(project: Project): Promise<void>
}

export const NAME = 'webhooks'
export const ROLE = 'supabase_functions_admin'
export const DELIVER_JOB = 'deliver'

/** Requests of one project that are sent at the same time. */
const PARALLEL = 16
/** The total size of these requests' bodies. A larger one is sent alone. */
const MAX_BODY_BYTES = 8 * 1024 * 1024
/** After a crash, the job sends the rest. */
const SAFETY_MS = 60_000

const Queued = z.object({
  id: z.string(),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['GET', 'POST', 'DELETE'])),
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
  bytes: z.coerce.number(),
  timeout_ms: z.int(),
})
type Queued = z.infer<typeof Queued>

type Loop = { readonly done: Promise<void>; news: PromiseWithResolvers<void>; hasNews: boolean }

type Running = {
  readonly subscription: Subscription
  readonly stopping: AbortController
  loop: Loop | undefined
}

export function createRequestWorker({
  clock,
  outgoing,
}: {
  readonly clock: Clock
  readonly outgoing: Outgoing
}): RequestWorker {
  const projects = new WeakMap<Project, Running>()
  // The service's own tables, which nobody else can attach code to.
  const admin = (project: Project) => project.database.as(ROLE)
  const now = () => clock.now().getTime()

  /** The oldest requests that are not being sent, as many as fit. */
  const take = (project: Project, sending: ReadonlyMap<string, number>) => {
    const used = [...sending.values()].reduce((sum, bytes) => sum + bytes, 0)
    return admin(project).many(
      sql`
        select counted.id::text, method, url, timeout_milliseconds as timeout_ms, size as bytes,
          pg_catalog.encode(body, 'base64') as body,
          (select coalesce(
              pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', key, 'value', value)), '[]')
            from pg_catalog.jsonb_each_text(
              case pg_catalog.jsonb_typeof(headers) when 'object' then headers else '{}' end)
            where value is not null) as headers
        from (
          select *, pg_catalog.sum(size) over (order by id) as total
          from (
            select *, coalesce(pg_catalog.octet_length(body), 0) as size
            from net.http_request_queue
            where id <> all (${[...sending.keys()]}::bigint[])
            order by id limit ${PARALLEL - sending.size}
          ) as next
        ) as counted
        where total <= ${MAX_BODY_BYTES - used}::bigint
          or (${sending.size === 0}::boolean and total = size)
        order by counted.id`,
      Queued,
    )
  }

  async function send(project: Project, queued: Queued, signal: AbortSignal): Promise<void> {
    const result = await sendRequest(
      outgoing,
      {
        method: queued.method,
        url: queued.url,
        headers: Object.fromEntries(queued.headers.map(({ name, value }) => [name, value])),
        body: queued.body === null ? undefined : Buffer.from(queued.body, 'base64').toString(),
        timeoutMs: queued.timeout_ms,
      },
      { signal, ownUrl: project.apiUrl, now },
    )
    // The request was interrupted, and the next start sends it again.
    if (!signal.aborted) await record(project, queued.id, result)
  }

  async function record(project: Project, id: string, result: Result): Promise<void> {
    const response = 'response' in result ? result.response : undefined
    const error = 'error' in result ? storable(result.error) : null
    await admin(project).run(sql`
      with sent as (delete from net.http_request_queue where id = ${id}::bigint)
      insert into net._http_response
        (id, status_code, content_type, headers, content, timed_out, error_msg)
      values (
        ${id}::bigint, ${response?.status ?? null}::integer,
        ${storable(response?.headers['content-type'])}::text,
        ${response ? JSON.stringify(response.headers) : null}::jsonb,
        ${storable(response?.body)}::text,
        ${'isTimeout' in result && result.isTimeout}::boolean, ${error}::text)`)
  }

  async function sendAll(project: Project, loop: Loop, signal: AbortSignal): Promise<void> {
    const sending = new Map<string, number>()
    const failures: unknown[] = []
    let isPlanned = false
    while (!signal.aborted && failures.length === 0) {
      loop.hasNews = false
      loop.news = Promise.withResolvers<void>()
      const wasIdle = sending.size === 0
      const queued = sending.size < PARALLEL ? await take(project, sending) : []
      if (queued.length > 0 && !isPlanned) {
        const runAt = new Date(now() + SAFETY_MS)
        await project.addJob(NAME, DELIVER_JOB, {}, { key: DELIVER_JOB, runAt })
        isPlanned = true
      }
      for (const one of queued) {
        sending.set(one.id, one.bytes)
        send(project, one, signal)
          .catch((error: unknown) => failures.push(error))
          .finally(() => {
            sending.delete(one.id)
            loop.news.resolve()
          })
      }
      if (wasIdle && queued.length === 0 && !loop.hasNews) return
      if (!loop.hasNews) await loop.news.promise
    }
    while (sending.size > 0) {
      loop.news = Promise.withResolvers<void>()
      await loop.news.promise
    }
    // Requests whose result could not be recorded stay in the queue, and the scheduled job sends
    // them again.
    if (failures.length > 0) throw failures[0]
  }

  function sendQueued(project: Project, running: Running): Promise<void> {
    if (running.loop) {
      running.loop.hasNews = true
      running.loop.news.resolve()
      return running.loop.done
    }
    const release = project.holdAwake()
    const { promise: done, resolve, reject } = Promise.withResolvers<void>()
    const loop: Loop = { done, news: Promise.withResolvers<void>(), hasNews: false }
    running.loop = loop
    sendAll(project, loop, running.stopping.signal)
      .finally(() => {
        running.loop = undefined
        release()
      })
      .then(resolve, reject)
    return done
  }

  function wake(project: Project, running: Running): void {
    if (running.stopping.signal.aborted) return
    sendQueued(project, running).catch((error: unknown) =>
      project.log(NAME).error({ error: String(error) }, 'Could not send requests of a database.'),
    )
  }

  return {
    async start(project) {
      const stopping = new AbortController()
      const subscription = project.database.listen(['stoa_net'], () => wake(project, running))
      const running: Running = { subscription, stopping, loop: undefined }
      projects.set(project, running)
      await subscription.settle()
      wake(project, running)
    },
    async run(project) {
      const running = projects.get(project)
      if (running) await sendQueued(project, running)
    },
    async sweep(project) {
      const old = new Date(now() - 6 * 3_600_000)
      const older = new Date(now() - 30 * 24 * 3_600_000)
      await admin(project).run(sql`delete from net._http_response where created < ${old}`)
      await admin(project).run(
        sql`delete from supabase_functions.hooks where created_at < ${older}`,
      )
    },
    async stop(project) {
      const running = projects.get(project)
      if (!running) return
      projects.delete(project)
      running.stopping.abort()
      await running.subscription.close()
      await running.loop?.done.catch(() => {})
    },
  }
}

const storable = (text: string | undefined): string | null =>
  text === undefined ? null : storableText(text)
