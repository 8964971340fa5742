import * as endpoints from '@stoa/contract/platform/branch-changes'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import type { BranchMerges } from './branch-merges.ts'

/** Compares branches with their parents, and merges them. */
export const branchChangeRoutes = (
  context: Pick<Context, 'access' | 'actorOf'>,
  merges: BranchMerges,
): readonly Route[] => {
  const branchOf = (request: FastifyRequest) => ({
    member: request.member,
    scope: context.access.projectOf(request),
  })
  return [
    route(endpoints.getBranchChanges).to(({ request, query: { direction } }) =>
      merges.read({ ...branchOf(request), direction }),
    ),
    route(endpoints.planBranchMerge).to(({ request, body: { direction } }) =>
      merges.review({ ...branchOf(request), direction }),
    ),
    route(endpoints.mergeBranch).to(({ request, body: { direction, ...reviewed } }) =>
      merges.merge(
        context.actorOf(request),
        { ...branchOf(request), direction },
        { planId: reviewed.plan_id, targetDigest: reviewed.target_digest },
      ),
    ),
  ]
}
