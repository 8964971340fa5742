import { Readable } from 'node:stream'
import { invalidRequest } from './refusals.ts'
import type { Access, Endpoint } from '@stoa/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { elementOf, writeList } from './long-lists.ts'
import { createTurns } from './turns.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Fastify's types are extended by merging interfaces.
  interface FastifyContextConfig {
    /**
     * The permission that the caller needs. Every contract route has one, and the gateway checks it
     * before the handler runs.
     */
    access?: Access
  }
}

export type RouteInput<Params, Query, Body> = {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
}

/** An endpoint's path in the router's notation. */
export const urlOf = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Parsing JSON holds up every other request, and most endpoints take a few fields. */
const MAX_BODY_BYTES = 1024 * 1024

/** Adds one contract endpoint, bound to its handler, to a Fastify app. */
export type Route = (app: FastifyInstance) => void

/** Adds the routes of a door to a Fastify app. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  for (const add of routes) add(app)
}

/**
 * Binds a contract endpoint to its implementation. Parameters, query and body are parsed with the
 * contract's schemas before the handler runs (400 `invalid_request`, 413 `body_too_large`), and its result is parsed with
 * the response schema, so that nothing outside the contract is sent; a long list gives other requests
 * turns in between.
 */
export function route<Params, Query, Body, Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
) {
  return {
    to:
      (handler: (input: RouteInput<Params, Query, Body>) => Promise<Response> | Response): Route =>
      (app) => {
        const inTurns = createTurns()
        const element = elementOf(endpoint.response)
        app.route({
          method: endpoint.method,
          url: urlOf(endpoint),
          config: { access: endpoint.access },
          bodyLimit: endpoint.maxBodyBytes ?? MAX_BODY_BYTES,
          async handler(request, reply) {
            const answer = await handler({
              params: parse(endpoint.params, request.params, 'path'),
              query: parse(endpoint.query, request.query, 'query'),
              body: parse(endpoint.body, request.body, 'body'),
              request,
            })
            void reply.status(endpoint.status ?? 200)
            if (!element || !Array.isArray(answer))
              return reply.send(z.parse(endpoint.response, answer))
            const text = await inTurns(writeList(answer, element))
            return reply.type('application/json; charset=utf-8').send(text)
          },
        })
      },
  }
}

/**
 * Binds an endpoint with a file as its body. The handler gets the body as a stream, which counts as
 * nothing that is kept in memory, and limits its length itself.
 */
export function uploadRoute<Params, Query, Response>(
  endpoint: Endpoint<Params, Query, undefined, Response>,
) {
  return {
    to:
      (
        handler: (
          input: Omit<RouteInput<Params, Query, undefined>, 'body'> & { readonly body: Readable },
        ) => Promise<Response>,
      ): Route =>
      (app) => {
        if (!app.hasContentTypeParser(FILE_TYPE))
          app.addContentTypeParser(FILE_TYPE, (_request, payload, done) => done(null, payload))
        app.route({
          method: endpoint.method,
          url: urlOf(endpoint),
          config: { access: endpoint.access },
          bodyLimit: Number.MAX_SAFE_INTEGER,
          async handler(request, reply) {
            // A request without a body has an empty file, which the handler refuses after the path.
            const body = request.body ?? Readable.from([])
            if (!(body instanceof Readable))
              throw invalidRequest(
                'The request has no file.',
                `Send it as the body, with the content type ${FILE_TYPE}.`,
              )
            const answer = await handler({
              params: parse(endpoint.params, request.params, 'path'),
              query: parse(endpoint.query, request.query, 'query'),
              body,
              request,
            })
            return reply.status(endpoint.status ?? 200).send(z.parse(endpoint.response, answer))
          },
        })
      },
  }
}

const FILE_TYPE = 'application/octet-stream'

/** A response that is sent while it is read. Its end before the last byte ends the connection. */
export type StreamedText = { readonly type: string; readonly content: Readable }

/** Same as `route`, for an endpoint that responds with a text of any length instead of JSON. */
export function downloadRoute<Params, Query, Body>(
  endpoint: Endpoint<Params, Query, Body, string>,
) {
  return {
    to:
      (handler: (input: RouteInput<Params, Query, Body>) => Promise<StreamedText>): Route =>
      (app) => {
        app.route({
          method: endpoint.method,
          url: urlOf(endpoint),
          config: { access: endpoint.access },
          bodyLimit: endpoint.maxBodyBytes ?? MAX_BODY_BYTES,
          async handler(request, reply) {
            const { type, content } = await handler({
              params: parse(endpoint.params, request.params, 'path'),
              query: parse(endpoint.query, request.query, 'query'),
              body: parse(endpoint.body, request.body, 'body'),
              request,
            })
            return reply.type(type).send(content)
          },
        })
      },
  }
}

function parse<T>(schema: z.core.$ZodType<T> | undefined, value: unknown, place: string): T {
  // An endpoint without a schema has no type here.
  if (!schema) return undefined as T
  // A missing body counts as an empty object; `null` is a value that an endpoint can require.
  const result = z.safeParse(schema, value === undefined ? {} : value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const first = issues[0]
  const where = first?.path ? `${place}, field ${first.path}` : place
  // The contract's messages are sentences; the library's are not.
  const problem = (first?.message ?? 'invalid').replace(/\.?$/, '.')
  throw invalidRequest(
    `The request's ${where}: ${problem}`,
    'Correct it, then send the request again.',
    { details: issues },
  )
}
