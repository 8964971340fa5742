import * as endpoints from '@stoa/contract/platform/management'
import { listManagedSnippets, readManagedSnippet } from '../content/port.ts'
import { forbidden } from '../forbidden.ts'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { listMembers } from '../members/port.ts'
import { createOrganization, listOrganizations, readOrganization } from '../organizations/port.ts'
import { personOf } from '../person.ts'
import { findProfile, profileNotFound } from '../profile/port.ts'
import { changeStatus, deleteProject, readProject, updateProject } from '../projects/port.ts'
import { listManagedApiKeys } from './api-keys.ts'
import { managedBackupRoutes } from './backups.ts'
import type { BranchMerges } from '../branch-changes/port.ts'
import { managedBranchRoutes } from './branches.ts'
import { managedMergeRoutes } from './branch-merges.ts'
import { readManagedHealth } from './health.ts'
import { toManagedPooler } from './pooler.ts'
import { managedReplicaRoutes } from './replicas.ts'
import { createManagedProject, listManagedProjects, readManagedProject } from './projects.ts'

/** The Management API's operations of the platform, each of which is a verb of another resource. */
export const managementRoutes = (context: Context, merges: BranchMerges): readonly Route[] => [
  ...resourceRoutes(context),
  ...snippetRoutes(context),
  ...managedBackupRoutes(context),
  ...managedBranchRoutes(context),
  ...managedMergeRoutes(context, merges),
  ...managedReplicaRoutes(context),
]

const snippetRoutes = (context: Context): readonly Route[] => [
  route(endpoints.listManagedSnippets).to(({ request, query }) =>
    listManagedSnippets(context, request.member, query),
  ),
  route(endpoints.readManagedSnippet).to(({ request, params }) =>
    readManagedSnippet(context, request.member, params.id),
  ),
]

const resourceRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf } = context
  const { organizationOf, projectOf } = access
  const statusRoute = (
    endpoint: typeof endpoints.pauseManagedProject,
    command: 'pause' | 'resume',
  ) =>
    route(endpoint).to(async ({ request }) => {
      await changeStatus(context, actorOf(request), { scope: projectOf(request), command })
      return {}
    })
  return [
    route(endpoints.readManagedProfile).to(async ({ request }) => {
      const { userId, email } = personOf(request.member)
      const profile = await findProfile(context.session, userId)
      if (!profile) throw profileNotFound()
      return {
        gotrue_id: userId,
        primary_email: email,
        username: profile.display_name ?? email,
      }
    }),
    route(endpoints.listManagedOrganizations).to(async ({ request }) =>
      (await listOrganizations(context, request.member)).map(({ slug, name }) => ({
        id: slug,
        slug,
        name,
      })),
    ),
    route(endpoints.createManagedOrganization).to(async ({ request, body }) => {
      const input = { name: body.name, plan: 'free' } as const
      const { slug, name } = await createOrganization(context, actorOf(request), input)
      return { id: slug, slug, name }
    }),
    route(endpoints.readManagedOrganization).to(async ({ request }) => {
      const { slug, name, plan } = await readOrganization(context, organizationOf(request))
      return { id: slug, name, plan: plan.id, opt_in_tags: [], allowed_release_channels: ['ga'] }
    }),
    route(endpoints.listManagedMembers).to(async ({ request }) =>
      (await listMembers(context, request.member, organizationOf(request))).map((member) => ({
        user_id: member.user_id,
        user_name: member.display_name ?? member.primary_email,
        email: member.primary_email,
        role_name: member.role,
      })),
    ),
    route(endpoints.listManagedProjects).to(({ request }) =>
      listManagedProjects(context, request.member),
    ),
    route(endpoints.createManagedProject).to(({ request, body }) =>
      createManagedProject(context, actorOf(request), {
        name: body.name,
        db_pass: body.db_pass,
        organization_slug: body.organization_slug ?? body.organization_id ?? '',
      }),
    ),
    route(endpoints.readManagedProject).to(({ request }) =>
      readManagedProject(context, request.member, projectOf(request)),
    ),
    route(endpoints.updateManagedProject).to(({ request, body }) =>
      updateProject(context, actorOf(request), { scope: projectOf(request), ...body }),
    ),
    route(endpoints.deleteManagedProject).to(async ({ request }) => {
      const scope = projectOf(request)
      const { id, ref, name } = await readProject(context, request.member, scope)
      // The hosted platform deletes the branches of a project without a question.
      await deleteProject(context, actorOf(request), { scope, includesBranches: true })
      return { id, ref, name }
    }),
    statusRoute(endpoints.pauseManagedProject, 'pause'),
    statusRoute(endpoints.restoreManagedProject, 'resume'),
    route(endpoints.listManagedApiKeys).to(({ request, query }) => {
      const canReadSecrets = access.can(request, 'key:read_secret')
      const isRevealed = query.reveal === 'true'
      if (isRevealed && !canReadSecrets) throw secretsForbidden()
      return listManagedApiKeys(context, actorOf(request), {
        scope: projectOf(request),
        canReadSecrets,
        isRevealed,
      })
    }),
    route(endpoints.readManagedPooler).to(async ({ request }) => {
      const { ref } = projectOf(request)
      const replicas = await context.fleet.replicas(ref)
      const identifiers = [ref, ...replicas.map(({ identifier }) => identifier)]
      return identifiers.map((identifier) => toManagedPooler(context.addresses(), identifier))
    }),
    route(endpoints.listManagedAddons).to(async () => ({
      selected_addons: [],
      available_addons: [],
    })),
    route(endpoints.readManagedHealth).to(({ request, query }) =>
      readManagedHealth(
        context,
        projectOf(request),
        [query.services ?? []].flat().flatMap((names) => names.split(',')),
      ),
    ),
  ]
}

const secretsForbidden = () =>
  forbidden(
    'Your role lacks the permission key:read_secret.',
    'Omit "reveal" to list the public keys.',
    'key:read_secret',
  )
