import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { writableTopics } from './database/policies.ts'
import { fanOutTopic, textMessage, userBroadcastMessage, type Message } from './channels/fan-out.ts'
import type { Hub } from './hub.ts'
import { broadcastJson } from './wire/frames.ts'

/** The largest body; the limit of a message is in the settings. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024
const MAX_MESSAGES = 1000
/** For each private topic of a request, Postgres evaluates whether the caller can write. */
const MAX_PRIVATE_TOPICS = 100

const Batch = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1),
        event: z.string().min(1),
        payload: z.unknown().optional(),
        private: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(MAX_MESSAGES),
})

type Params = { readonly Params: { readonly topic: string; readonly event: string } }

/** Messages over HTTP, for clients that do not listen. */
export function addRoutes(app: FastifyInstance, hubOf: (request: FastifyRequest) => Hub): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof AppError)) throw error
    // A request can be refused before its project is known.
    if (request.project) hubOf(request).activity.count('refusals')
    const { code, message, hint, status } = error
    return reply
      .code(status)
      .send({ code, error: message, message, ...(hint !== undefined && { hint }) })
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return
    const { nodes } = hubOf(request)
    // The message also goes to clients of other nodes, which this node may not know yet.
    reply.raw.once('close', nodes.use())
    await nodes.ready()
  })
  app.get('/api/ping', () => ({ message: 'Success' }))
  app.post('/api/broadcast', async (request, reply) => {
    const hub = requireEnabled(hubOf(request))
    const { success, data, error } = Batch.safeParse(jsonOf(request.body))
    if (!success)
      throw new AppError('invalid_request', z.prettifyError(error), {
        status: 422,
        hint: 'Send {"messages": [{"topic", "event", "payload", "private"}]}.',
      })
    const { messages } = data
    for (const { payload } of messages)
      limitPayload(hub, Buffer.byteLength(JSON.stringify(payload ?? null)))
    const topics = new Set(messages.flatMap((each) => (each.private ? [each.topic] : [])))
    if (topics.size > MAX_PRIVATE_TOPICS) throw tooManyTopics(topics.size)
    if (!hub.limits.takeEvent(messages.length)) throw tooMany()
    const allowed =
      topics.size > 0 && (await writableTopics(hub.project, request.caller, [...topics]))
    for (const { topic, event, payload, private: isPrivate } of messages) {
      // As on a hosted project, a batch is accepted without the messages that are not allowed.
      if (isPrivate ? !(allowed && allowed.has(topic)) : hub.settings().private_only) {
        hub.activity.count('refusals')
        continue
      }
      const json = broadcastJson(event, JSON.stringify(payload ?? null))
      publish(hub, { topic, isPrivate }, textMessage(`realtime:${topic}`, 'broadcast', json))
    }
    return reply.code(202).send()
  })
  app.post<Params>('/api/broadcast/:topic/events/:event', async (request, reply) => {
    const hub = requireEnabled(hubOf(request))
    const { topic, event } = request.params
    const { private: given } = z.object({ private: z.string().optional() }).parse(request.query)
    const isPrivate = given === 'true'
    if (!isPrivate && hub.settings().private_only)
      throw new AppError('PrivateOnly', 'This project only allows private channels.', {
        status: 403,
        hint: 'Add ?private=true, and write a policy for realtime.messages.',
      })
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    limitPayload(hub, body.length)
    const isBinary =
      request.headers['content-type']?.startsWith('application/octet-stream') ?? false
    if (!isBinary) jsonOf(body)
    if (!hub.limits.takeEvent()) throw tooMany()
    if (isPrivate && !(await writableTopics(hub.project, request.caller, [topic])).has(topic))
      throw new AppError(
        'Unauthorized',
        `You do not have permissions to write to this Channel topic: ${topic}`,
        { status: 403, hint: 'Write a policy for insert on realtime.messages.' },
      )
    const encoding = isBinary ? 'binary' : 'json'
    publish(
      hub,
      { topic, isPrivate },
      userBroadcastMessage(`realtime:${topic}`, { event, encoding, body }),
    )
    return reply.code(202).send()
  })
}

function publish(
  hub: Hub,
  { topic, isPrivate }: { readonly topic: string; readonly isPrivate: boolean },
  message: Message,
): void {
  hub.activity.count('messages')
  hub.fanOut.publish(fanOutTopic(topic, isPrivate), message)
}

function requireEnabled(hub: Hub): Hub {
  if (hub.settings().enabled) return hub
  throw new AppError('RealtimeDisabledForTenant', 'Realtime is disabled for this project.', {
    status: 403,
    hint: 'A member of the project can enable it under Realtime → Settings.',
  })
}

function limitPayload(hub: Hub, bytes: number): void {
  const most = hub.settings().max_payload_size_in_kb * 1024
  if (bytes > most)
    throw new AppError(
      'payload_size_exceeded',
      `The payload has ${bytes} bytes; the maximum is ${most}.`,
      {
        status: 422,
        hint: 'Send a smaller message, or raise the limit under Realtime → Settings.',
      },
    )
}

const tooManyTopics = (count: number) =>
  new AppError(
    'too_many_topics',
    `The messages have ${count} private topics; the maximum is ${MAX_PRIVATE_TOPICS}.`,
    { status: 422, hint: 'Send messages to further private topics in another request.' },
  )

const tooMany = () =>
  new AppError('MessagesPerSecondRateLimitReached', 'Too many messages per second.', {
    status: 429,
    hint: 'Try again in a second, or raise the limit under Realtime → Settings.',
    retryAfter: 1,
  })

function jsonOf(body: unknown): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '')
    return value
  } catch {
    throw new AppError('invalid_json', 'The body is not valid JSON.', {
      status: 400,
      hint: 'Send JSON, or binary data with the content type application/octet-stream.',
    })
  }
}
