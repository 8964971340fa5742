import type { FastifyInstance } from 'fastify'
import { memberId } from '../project/member.ts'
import type { Log } from '../lib/log.ts'

/** Logs one line per request, without the query string, which can contain keys. */
export function addAccessLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const path = request.url
    const mark = path.indexOf('?')
    log.info(
      {
        id: request.id,
        ref: request.project?.ref,
        method: request.method,
        path: mark < 0 ? path : path.slice(0, mark),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        role: request.caller?.role,
        user: request.member && memberId(request.member),
      },
      'request',
    )
    done()
  })
}
