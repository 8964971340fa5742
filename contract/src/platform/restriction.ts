import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Organization } from './organizations.ts'
import { Moment } from './values.ts'

/** What an operator asks for; `null` lifts the restriction. */
export const Restriction = z.discriminatedUnion('status', [
  z.object({ status: z.literal('grace_period'), grace_period_end: Moment }),
  z.object({ status: z.literal('grace_period_over') }),
  z.object({ status: z.literal('restricted') }),
])
export type Restriction = z.infer<typeof Restriction>

/**
 * Puts an organization under a restriction, or lifts it. While it is `restricted`, none of its
 * projects serves: 402 `organization_restricted`. 409 `restriction_rejected` for a step that does
 * not follow, 400 `grace_period_past` for a grace period that ends before it begins. A grace period
 * ends by itself.
 */
export const setRestriction = endpoint({
  method: 'PUT',
  path: '/platform/organizations/{slug}/restriction',
  access: 'operator',
  params: z.object({ slug: z.string() }),
  body: Restriction.nullable(),
  response: Organization,
})
