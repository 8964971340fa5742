import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../lib/errors.ts'
import { workerError } from '../runtime/errors.ts'
import { errorBody, errorHeaders } from './errors.ts'
import { invoke, type InvokeDeps } from './invoke.ts'

const PREFIX = /^.*?\/functions\/v1(?=\/)/

/** `ANY /functions/v1/<slug>/…`. */
export function addInvokeRoutes(app: FastifyInstance, deps: InvokeDeps): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof AppError)
      return reply.status(error.status).headers(errorHeaders(error)).send(errorBody(error))
    request.project.log('functions').error({ error }, 'A function could not be called.')
    const unexpected = workerError()
    return reply.status(500).headers(errorHeaders(unexpected)).send(errorBody(unexpected))
  })
  for (const url of ['/:slug', '/:slug/*'])
    app.all(url, (request, reply) => {
      const path = request.url.replace(PREFIX, '')
      return invoke(deps, request, { reply, path })
    })
}
