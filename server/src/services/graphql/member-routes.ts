import * as contract from '@stoa/contract/services/graphql'
import type { Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { AppError } from '../../lib/errors.ts'
import { route, type Route } from '../../lib/http.ts'
import { answer } from './answer.ts'
import type { LiveSchemas } from './catalogue/live-schemas.ts'
import { createImpersonations } from '../../project/impersonate.ts'
import { respond } from './respond.ts'

type MemberDeps = {
  readonly schemasOf: (project: Project) => LiveSchemas
  readonly clock: Clock
  readonly log: Log
}

/**
 * The members' door: the same API, run as a role or user of the project that the member chooses.
 */
export function memberRoutes({ schemasOf, clock, log }: MemberDeps): readonly Route[] {
  const { callerOf } = createImpersonations({ clock })
  const run = route(contract.runGraphql).to(async ({ request, body }) => {
    const { project } = request
    const work = async () =>
      answer(
        { project, schemas: schemasOf(project) },
        {
          request: {
            query: body.query,
            variables: body.variables ?? {},
            operationName: body.operationName ?? undefined,
          },
          caller: await callerOf(request, body.impersonate),
          headersJson: '{}',
          cookiesJson: '{}',
        },
      )
    const reply = await respond(work, { log, id: request.id, ref: project.ref })
    const result = contract.GraphqlAnswer.parse(JSON.parse(reply.body))
    const [error] = result.errors ?? []
    // A server error is not a result of the operation.
    if (reply.status >= 500 && error)
      throw new AppError(error.extensions.code, error.message, {
        status: reply.status,
        ...(reply.retryAfter !== undefined && { retryAfter: reply.retryAfter }),
      })
    return result
  })
  return [run]
}
