import * as endpoints from '@stoa/contract/platform/branches'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createBranch } from './create-branch.ts'
import { deleteBranch, restoreBranch } from './delete-branch.ts'
import { listBranches } from './read-branches.ts'
import { resetBranch } from './reset-branch.ts'
import { updateBranch, type BranchEditor } from './update-branch.ts'

export const branchRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf } = context
  const editorOf = (request: FastifyRequest): BranchEditor => ({
    scope: access.projectOf(request),
    canManage: access.can(request, 'branch:manage'),
  })
  return [
    route(endpoints.listBranches).to(({ request }) =>
      listBranches(context, access.projectOf(request)),
    ),
    route(endpoints.createBranch).to(({ request, body }) =>
      createBranch(context, actorOf(request), {
        ...editorOf(request),
        branch: {
          name: body.name,
          gitBranch: body.git_branch,
          content: body.content,
          copiedFrom: body.copied_from === null ? null : new Date(body.copied_from),
          isPersistent: body.is_persistent,
          expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
        },
      }),
    ),
    route(endpoints.updateBranch).to(({ request, body }) =>
      updateBranch(context, actorOf(request), {
        ...editorOf(request),
        change: {
          ...(body.name !== undefined && { name: body.name }),
          ...(body.git_branch !== undefined && { gitBranch: body.git_branch }),
          ...(body.is_persistent !== undefined && { isPersistent: body.is_persistent }),
          ...(body.is_protected !== undefined && { isProtected: body.is_protected }),
          ...(body.expires_at !== undefined && {
            expiresAt: body.expires_at === null ? null : new Date(body.expires_at),
          }),
        },
      }),
    ),
    route(endpoints.deleteBranch).to(({ request, query }) =>
      deleteBranch(context, actorOf(request), {
        ...editorOf(request),
        includesBranches: query.include_branches === 'true',
      }),
    ),
    route(endpoints.resetBranch).to(({ request }) =>
      resetBranch(context, actorOf(request), editorOf(request)),
    ),
    route(endpoints.restoreBranch).to(({ request }) =>
      restoreBranch(context, actorOf(request), editorOf(request)),
    ),
  ]
}
