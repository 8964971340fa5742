import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Abilities } from './permissions.ts'

export const PlanId = z.enum(['free', 'pro', 'team', 'enterprise'])
export type PlanId = z.infer<typeof PlanId>

export const Organization = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  billing_email: z.string(),
  organization_requires_mfa: z.boolean(),
  restriction_status: z.enum(['grace_period', 'grace_period_over', 'restricted']).nullable(),
  restriction_data: z.object({ grace_period_end: z.string() }).nullable(),
  project_count: z.int(),
  abilities: Abilities,
})
export type Organization = z.infer<typeof Organization>

export const OrganizationName = z.string().trim().min(1).max(100)

const bySlug = z.object({ slug: z.string() })

/** The caller's organizations, sorted by name. */
export const listOrganizations = endpoint({
  method: 'GET',
  path: '/platform/organizations',
  access: 'signed-in',
  response: z.array(Organization),
})

export const createOrganization = endpoint({
  method: 'POST',
  path: '/platform/organizations',
  access: 'signed-in',
  body: z.object({ name: OrganizationName, plan: PlanId.default('free') }),
  response: Organization,
  status: 201,
})

export const getOrganization = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}',
  access: 'organization:read',
  params: bySlug,
  response: Organization,
})

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/platform/organizations/{slug}',
  access: 'organization:update',
  params: bySlug,
  body: z.object({ name: OrganizationName }),
  response: Organization,
})

/** Refused with 409 `organization_has_projects` while projects remain. */
export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/platform/organizations/{slug}',
  access: 'organization:delete',
  params: bySlug,
  response: z.object({}),
})
