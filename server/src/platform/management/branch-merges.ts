import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import * as endpoints from '@stoa/contract/platform/managed-branches'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { FastifyRequest } from 'fastify'
import { downloadRoute, route, type Route } from '../../lib/http.ts'
import type { BranchMerges } from '../branch-changes/port.ts'
import { requireBranch } from '../branches/port.ts'
import type { Context } from '../context.ts'

/** The Management API's operations that compare a branch with its parent, and merge it. */
export const managedMergeRoutes = (context: Context, merges: BranchMerges): readonly Route[] => {
  const branchOf = async (request: FastifyRequest, idOrRef: string, permission: Permission) => ({
    member: request.member,
    scope: await requireBranch(context, request.member, { idOrRef, permission }),
    direction: 'to_parent' as const,
  })
  return [
    downloadRoute(endpoints.diffManagedBranch).to(async ({ request, params, query }) => {
      const branch = await branchOf(request, params.branch_id_or_ref, 'database:read')
      const schemas = query.included_schemas?.split(',').map((name) => name.trim()) ?? null
      const script = await merges.script(branch, schemas)
      return { type: 'text/plain; charset=utf-8', content: Readable.from([script]) }
    }),
    route(endpoints.mergeManagedBranch).to(async ({ request, params }) => {
      const branch = await branchOf(request, params.branch_id_or_ref, 'database:write')
      await merges.merge(context.actorOf(request), branch, null)
      // The merge is done when this is sent, so nothing can be asked about the run.
      return { workflow_run_id: randomUUID(), message: 'ok' as const }
    }),
  ]
}
