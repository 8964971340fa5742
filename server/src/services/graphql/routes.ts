import { dataApiDisabled } from '../../project/refusals.ts'
import { bodyTooLarge, invalidRequest } from '../../lib/refusals.ts'
import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { retryAfterHeader } from '../../lib/retry-after.ts'
import type { Project } from '../../project/project.ts'
import type { Log } from '../../lib/log.ts'
import { cookiesJson, headersJson } from '../../lib/header-text.ts'
import { answer } from './answer.ts'
import type { LiveSchemas } from './catalogue/live-schemas.ts'
import { refusal } from './errors.ts'
import { MAX_BODY_BYTES } from './request/limits.ts'
import { parseRequest } from './request/parse-request.ts'
import { replyOf, respond, type Reply } from './respond.ts'

type SchemasOf = (project: Project) => LiveSchemas

/** `POST /graphql/v1`, and a clear error for all other methods. */
export function addRoutes(app: FastifyInstance, schemasOf: SchemasOf, log: Log): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) =>
    send(reply, replyOf(toRefusal(error), { log, id: request.id, ref: request.project?.ref })),
  )
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      request.project.settings.of(dataApiSettings).enabled
        ? undefined
        : dataApiDisabled('GraphQL is disabled because the Data API of this project is disabled.'),
    )
  })
  app.route({
    method: 'POST',
    url: '/',
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request, reply) => {
      const { project, caller, headers, departure } = request
      const body = Buffer.isBuffer(request.body) ? request.body : undefined
      const work = () =>
        answer(
          { project, schemas: schemasOf(project) },
          {
            request: parseRequest(body),
            caller,
            departure,
            headersJson: headersJson(headers),
            cookiesJson: cookiesJson(headers),
          },
        )
      return send(reply, await respond(work, { log, id: request.id, ref: project.ref }))
    },
  })
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/',
    exposeHeadRoute: false,
    handler: (_request, reply) => {
      void reply.header('allow', 'POST')
      throw refusal(
        'method_not_allowed',
        'GraphQL requests must use POST.',
        'Send {"query": "…"} as JSON in the body of a POST request.',
        405,
      )
    },
  })
}

const send = (reply: FastifyReply, { status, body, retryAfter }: Reply): FastifyReply =>
  reply
    .code(status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      ...retryAfterHeader({ retryAfter }),
    })
    .send(body)

/** Converts Fastify's own errors to this service's format. */
function toRefusal(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return bodyTooLarge(
      `The request body is larger than ${MAX_BODY_BYTES} bytes.`,
      'Insert fewer records in one request.',
    )
  if (typeof code === 'string' && code.startsWith('FST_'))
    return invalidRequest(
      'The request could not be read.',
      'Check its URL and its Content-Length header.',
    )
  return error
}
