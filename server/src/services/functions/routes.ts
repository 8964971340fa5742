import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { IncompleteResponse, MalformedResponse } from './runtime/client/response-errors.ts'
import { invalidResponse } from './errors.ts'
import { errorBody, errorHeaders } from './invoke/render-error.ts'
import { invoke, type InvokeDeps } from './invoke/invoke.ts'

const PREFIX = /^.*?\/functions\/v1(?=\/)/

/** `ANY /functions/v1/<slug>/…`. */
export function addInvokeRoutes(app: FastifyInstance, deps: InvokeDeps): void {
  app.setErrorHandler((thrown, _request, reply) => {
    // The body of a response failed before its head was sent.
    const isBroken = thrown instanceof IncompleteResponse || thrown instanceof MalformedResponse
    const error = isBroken ? invalidResponse(thrown) : thrown
    if (error instanceof AppError)
      return reply.status(error.status).headers(errorHeaders(error)).send(errorBody(error))
    // The gateway reports unexpected errors.
    void reply.header('access-control-allow-origin', '*')
    throw error
  })
  for (const url of ['/:slug', '/:slug/*'])
    app.all(url, (request, reply) => {
      const path = request.url.replace(PREFIX, '')
      // Not returned, because Fastify would then watch for the end of each response.
      invoke(deps, request, { reply, path }).catch((error: unknown) => void reply.send(error))
    })
}
