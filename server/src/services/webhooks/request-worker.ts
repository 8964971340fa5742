import type { Clock } from '../../lib/clock.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { Subscription } from '../../postgres/database.ts'
import type { Project } from '../../project/project.ts'
import { PARALLEL } from './limits.ts'
import {
  deleteHooksBefore,
  deleteResponsesBefore,
  findQueued,
  saveResult,
  type QueuedRequest,
} from './request-queries.ts'
import { sendRequest } from './send-request.ts'

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
export const DELIVER_JOB = 'deliver'

/** After a crash, the job sends the rest. */
const SAFETY_MS = 60_000
const RESPONSES_KEPT_MS = 6 * 3_600_000
const HOOKS_KEPT_MS = 30 * 24 * 3_600_000

type Loop = { readonly done: Promise<void>; news: PromiseWithResolvers<void>; hasNews: boolean }

type SenderDeps = { readonly outgoing: Outgoing; readonly now: () => number }

/** A project whose requests are sent. */
type Sender = SenderDeps & {
  readonly project: Project
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
  const senders = new WeakMap<Project, Sender>()
  const now = () => clock.now().getTime()
  return {
    async start(project) {
      const sender = openSender(project, { outgoing, now })
      senders.set(project, sender)
      await sender.subscription.settle()
      wake(sender)
    },
    async run(project) {
      const sender = senders.get(project)
      if (sender) await sendQueued(sender)
    },
    async sweep(project) {
      await deleteResponsesBefore(project, new Date(now() - RESPONSES_KEPT_MS))
      await deleteHooksBefore(project, new Date(now() - HOOKS_KEPT_MS))
    },
    async stop(project) {
      const sender = senders.get(project)
      if (!sender) return
      senders.delete(project)
      sender.stopping.abort()
      await sender.subscription.close()
      await sender.loop?.done.catch(() => {})
    },
  }
}

function openSender(project: Project, deps: SenderDeps): Sender {
  const sender: Sender = {
    ...deps,
    project,
    subscription: project.database.listen(['stoa_net'], () => wake(sender)),
    stopping: new AbortController(),
    loop: undefined,
  }
  return sender
}

function wake(sender: Sender): void {
  if (sender.stopping.signal.aborted) return
  sendQueued(sender).catch((error: unknown) =>
    sender.project
      .log(NAME)
      .error({ error: String(error) }, 'Could not send requests of a database.'),
  )
}

/** Starts a loop that sends queued requests, or notifies the running loop of new ones. */
function sendQueued(sender: Sender): Promise<void> {
  if (sender.loop) {
    sender.loop.hasNews = true
    sender.loop.news.resolve()
    return sender.loop.done
  }
  const release = sender.project.holdAwake()
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const loop: Loop = { done, news: Promise.withResolvers<void>(), hasNews: false }
  sender.loop = loop
  sendAll(sender, loop)
    .finally(() => {
      sender.loop = undefined
      release()
    })
    .then(resolve, reject)
  return done
}

async function sendAll(sender: Sender, loop: Loop): Promise<void> {
  const { project, now } = sender
  const { signal } = sender.stopping
  /** The size of each body that is being sent, by the id of its request. */
  const sending = new Map<string, number>()
  const failures: unknown[] = []
  let isPlanned = false
  while (!signal.aborted && failures.length === 0) {
    loop.hasNews = false
    loop.news = Promise.withResolvers<void>()
    const wasIdle = sending.size === 0
    const queued = sending.size < PARALLEL ? await findQueued(project, sending) : []
    if (queued.length > 0 && !isPlanned) {
      const runAt = new Date(now() + SAFETY_MS)
      await project.addJob(NAME, DELIVER_JOB, {}, { key: DELIVER_JOB, runAt })
      isPlanned = true
    }
    for (const request of queued) {
      sending.set(request.id, request.bytes)
      send(sender, request)
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          sending.delete(request.id)
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

async function send(
  { project, outgoing, now, stopping: { signal } }: Sender,
  request: QueuedRequest,
): Promise<void> {
  const result = await sendRequest(
    outgoing,
    {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers.map(({ name, value }) => [name, value])),
      body: request.body === null ? undefined : Buffer.from(request.body, 'base64').toString(),
      timeoutMs: request.timeout_ms,
    },
    { signal, ownUrl: project.apiUrl, now },
  )
  // The request was interrupted, and the next start sends it again.
  if (!signal.aborted) await saveResult(project, request.id, result)
}
