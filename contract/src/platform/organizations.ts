import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Abilities } from './permissions.ts'

export const PlanId = z.enum(['free', 'pro', 'team', 'enterprise'])
export type PlanId = z.infer<typeof PlanId>

/** The biller of an organization: this installation, or the marketplace that sold it. */
export const ManagedBy = z.enum(['stoa', 'vercel-marketplace', 'aws-marketplace'])
export type ManagedBy = z.infer<typeof ManagedBy>

export const Organization = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  billing_email: z.string(),
  /** Derived from the billing partner: `vercel_marketplace`, `aws`, or any other. */
  managed_by: ManagedBy,
  /** The marketplace's own id of the organization; null for one that was created here. */
  partner_id: z.string().nullable(),
  organization_requires_mfa: z.boolean(),
  restriction_status: z.enum(['grace_period', 'grace_period_over', 'restricted']).nullable(),
  restriction_data: z.object({ grace_period_end: z.string() }).nullable(),
  project_count: z.int(),
  abilities: Abilities,
})
export type Organization = z.infer<typeof Organization>

/** The name by which billing knows a marketplace: `vercel_marketplace`, `aws`, or another. */
export const BillingPartner = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9_]*$/, 'must be a name of small letters, digits and "_"')

const PartnerId = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be letters, digits, "_" and "-"')

export const OrganizationName = z.string().trim().min(1).max(100)

const bySlug = z.object({ slug: z.string() })

/** The caller's organizations, sorted by name. */
export const listOrganizations = endpoint({
  method: 'GET',
  path: '/platform/organizations',
  access: 'signed-in',
  response: z.array(Organization),
})

/**
 * Creates an organization. Only operators can create one that a marketplace sells (403 `forbidden` for
 * others). The marketplace's id becomes the slug `vercel_{partner_id}`; 409 `organization_exists` when
 * the slug is taken.
 */
export const createOrganization = endpoint({
  method: 'POST',
  path: '/platform/organizations',
  access: 'signed-in',
  body: z
    .object({
      name: OrganizationName,
      plan: PlanId.default('free'),
      billing_partner: BillingPartner.optional(),
      partner_id: PartnerId.optional(),
    })
    .refine(
      ({ billing_partner, partner_id }) =>
        partner_id === undefined || billing_partner === 'vercel_marketplace',
      { path: ['partner_id'], message: 'only an organization of vercel_marketplace has one' },
    ),
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

/**
 * Fields that are absent keep their value. Only a person with a second factor can require one: 409
 * `second_factor_missing` for others, who would lock themselves out.
 */
export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/platform/organizations/{slug}',
  access: 'organization:update',
  params: bySlug,
  body: z.object({
    name: OrganizationName.optional(),
    organization_requires_mfa: z.boolean().optional(),
  }),
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
