import { randomUUID } from 'node:crypto'
import type { Branch } from '@stoa/contract/platform/branches'
import type { ManagedBranch } from '@stoa/contract/platform/managed-branches'
import * as endpoints from '@stoa/contract/platform/managed-branches'
import type { FastifyRequest } from 'fastify'
import { route, type Route } from '../../lib/http.ts'
import type { Member } from '../../project/member.ts'
import { audit, type Actor } from '../audit.ts'
import {
  createBranch,
  deleteAllBranches,
  deleteBranch,
  listBranches,
  readBranchNamed,
  requireBranch,
  resetBranch,
  restoreBranch,
  scheduleBranchDeletion,
  updateBranch,
} from '../branches/port.ts'
import type { Context } from '../context.ts'
import { endpointsOf } from '../projects/port.ts'

/** The Management API's operations for branches. */
export const managedBranchRoutes = (context: Context): readonly Route[] => [
  ...routesOfProject(context),
  ...routesOfBranch(context),
]

function routesOfProject(context: Context): readonly Route[] {
  const { access, actorOf } = context
  const editorOf = (request: FastifyRequest) => ({
    scope: access.projectOf(request),
    canManage: access.can(request, 'branch:manage'),
  })
  return [
    route(endpoints.listManagedBranches).to(async ({ request }) => {
      const branches = await listBranches(context, access.projectOf(request))
      return branches.map((branch) => toManagedBranch(branch, rootOf(branches)))
    }),
    route(endpoints.createManagedBranch).to(async ({ request, body }) => {
      const branch = await createBranch(context, actorOf(request), {
        ...editorOf(request),
        branch: {
          name: body.branch_name,
          gitBranch: body.git_branch || null,
          content: body.with_data === true ? 'data' : 'schema',
          copiedFrom: null,
          isPersistent: body.persistent === true,
          expiresAt: null,
        },
      })
      return managed(context, branch)
    }),
    route(endpoints.deleteManagedBranches).to(async ({ request }) => {
      await deleteAllBranches(context, actorOf(request), editorOf(request))
      return {}
    }),
    route(endpoints.readManagedBranch).to(async ({ request, params }) =>
      managed(context, await readBranchNamed(context, access.projectOf(request), params.name)),
    ),
  ]
}

function routesOfBranch(context: Context): readonly Route[] {
  const { actorOf } = context
  return [
    route(endpoints.readManagedBranchConfig).to(({ request, params }) =>
      readConfig(context, actorOf(request), params.branch_id_or_ref),
    ),
    route(endpoints.updateManagedBranch).to(async ({ request, params, body }) => {
      const branch = await updateBranch(context, actorOf(request), {
        ...(await editorOf(context, request.member, params.branch_id_or_ref)),
        change: {
          ...(body.branch_name !== undefined && { name: body.branch_name }),
          ...(body.git_branch !== undefined && { gitBranch: body.git_branch || null }),
          ...(body.persistent !== undefined && { isPersistent: body.persistent }),
        },
      })
      return managed(context, branch)
    }),
    route(endpoints.deleteManagedBranch).to(async ({ request, params, query }) => {
      const editor = await editorOf(context, request.member, params.branch_id_or_ref)
      if (query.force === 'false') await scheduleBranchDeletion(context, actorOf(request), editor)
      else await deleteBranch(context, actorOf(request), { ...editor, includesBranches: false })
      return { message: 'ok' as const }
    }),
    route(endpoints.resetManagedBranch).to(async ({ request, params }) => {
      const editor = await editorOf(context, request.member, params.branch_id_or_ref)
      await resetBranch(context, actorOf(request), editor)
      return { workflow_run_id: randomUUID(), message: 'ok' as const }
    }),
    route(endpoints.restoreManagedBranch).to(async ({ request, params }) => {
      const editor = await editorOf(context, request.member, params.branch_id_or_ref)
      await restoreBranch(context, actorOf(request), editor)
      return { message: 'Branch restoration initiated' as const }
    }),
  ]
}

async function editorOf(context: Context, member: Member, idOrRef: string) {
  const scope = await requireBranch(context, member, { idOrRef, permission: 'branch:write' })
  return { scope, canManage: context.permissions.isAllowed(scope.standing, 'branch:manage') }
}

async function readConfig(context: Context, actor: Actor, idOrRef: string) {
  const { session, fleet, permissions, engineVersion } = context
  const scope = await requireBranch(context, actor.member, { idOrRef, permission: 'branch:read' })
  const instance = await fleet.get(scope.ref)
  const version = instance?.engineVersion ?? engineVersion
  const { database_host, database_port, database_user } = endpointsOf(
    context.addresses(),
    scope.ref,
  )
  const config = {
    ref: scope.ref,
    postgres_version: version,
    postgres_engine: version.split('.')[0] ?? version,
    release_channel: 'ga',
    status: instance?.status ?? ('UNKNOWN' as const),
    db_host: database_host,
    db_port: database_port,
  }
  if (!permissions.isAllowed(scope.standing, 'key:read_secret')) return config
  const { keys, databasePassword } = await fleet.secrets(scope.ref)
  // The audit log records the access before the response is sent.
  await audit(session, actor, { action: 'project.reveal_secrets', on: scope })
  return {
    ...config,
    db_user: database_user,
    db_pass: databasePassword,
    jwt_secret: keys.jwtSecret,
  }
}

const rootOf = (branches: readonly Branch[]): string =>
  branches.find(({ is_default }) => is_default)?.project_ref ?? ''

async function managed(context: Context, branch: Branch): Promise<ManagedBranch> {
  const branches = await listBranches(context, { ref: branch.project_ref })
  return toManagedBranch(branch, rootOf(branches))
}

const toManagedBranch = (branch: Branch, root: string): ManagedBranch => ({
  id: branch.id,
  name: branch.name,
  project_ref: branch.project_ref,
  // The hosted platform has no branches of branches: each belongs to the project.
  parent_project_ref: root,
  is_default: branch.is_default,
  persistent: branch.is_persistent,
  status: creationStatusOf(branch),
  created_at: branch.created_at,
  updated_at: branch.updated_at,
  with_data: branch.content !== 'schema',
  preview_project_status: branch.status,
  ...(branch.git_branch !== null && { git_branch: branch.git_branch }),
  ...(branch.deletion_scheduled_at !== null && {
    deletion_scheduled_at: branch.deletion_scheduled_at,
  }),
})

function creationStatusOf({ status }: Branch): ManagedBranch['status'] {
  if (status === 'COMING_UP') return 'CREATING_PROJECT'
  return status === 'INIT_FAILED' ? 'MIGRATIONS_FAILED' : 'FUNCTIONS_DEPLOYED'
}
