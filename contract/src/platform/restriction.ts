import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Organization } from './organizations.ts'
import { Moment } from './values.ts'

/** The restriction that an operator sets; `null` lifts it. */
export const Restriction = z.discriminatedUnion('status', [
  z.object({ status: z.literal('grace_period'), grace_period_end: Moment }),
  z.object({ status: z.literal('grace_period_over') }),
  z.object({ status: z.literal('restricted') }),
])
export type Restriction = z.infer<typeof Restriction>

/**
 * Restricts an organization, or lifts its restriction. While it is `restricted`, its projects
 * refuse every request with 402 `organization_restricted`. Returns 409 `restriction_rejected` for a
 * change that the current status does not allow, and 400 `grace_period_past` for a grace period
 * that ends in the past. The server ends a grace period when it expires.
 */
export const setRestriction = endpoint({
  method: 'PUT',
  path: '/platform/organizations/{slug}/restriction',
  access: 'operator',
  params: z.object({ slug: z.string() }),
  body: Restriction.nullable(),
  response: Organization,
})
