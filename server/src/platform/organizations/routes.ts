import * as endpoints from '@stoa/contract/platform/organizations'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createOrganization } from './create-organization.ts'
import { deleteOrganization } from './delete-organization.ts'
import { listOrganizations } from './list-organizations.ts'
import { readOrganization } from './read-organization.ts'
import { updateOrganization } from './update-organization.ts'

export const organizationRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf } = context
  return [
    route(endpoints.listOrganizations).to(({ request }) =>
      listOrganizations(context, request.member),
    ),
    route(endpoints.createOrganization).to(({ request, body }) =>
      createOrganization(context, actorOf(request), body),
    ),
    route(endpoints.getOrganization).to(({ request }) =>
      readOrganization(context, access.organizationOf(request)),
    ),
    route(endpoints.updateOrganization).to(({ request, body }) =>
      updateOrganization(context, actorOf(request), {
        scope: access.organizationOf(request),
        name: body.name,
        requiresMfa: body.organization_requires_mfa,
      }),
    ),
    route(endpoints.deleteOrganization).to(({ request }) =>
      deleteOrganization(context, actorOf(request), access.organizationOf(request)),
    ),
  ]
}
