import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { personOf } from '../person.ts'
import { snippetReadOnly } from './errors.ts'

/** A person in a project, whose queries and history are read or changed. */
export type ContentCaller = {
  readonly projectId: number
  readonly userId: string
  /** Whether the person can share queries and change shared ones. */
  readonly canShare: boolean
}

export const contentCaller = (
  { access }: Pick<Context, 'access'>,
  request: FastifyRequest,
): ContentCaller => ({
  projectId: access.projectOf(request).projectId,
  userId: personOf(request.member).userId,
  canShare: access.can(request, 'content:share'),
})

/** Refuses a change of something that the project shares. */
export function requireShare({ canShare }: ContentCaller): void {
  if (!canShare) throw snippetReadOnly()
}
