import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ManagedBy, PlanId } from './organizations.ts'

/** A billing cycle: a calendar month in UTC. */
export const BillingCycle = z.object({ from: z.string(), until: z.string() })
export type BillingCycle = z.infer<typeof BillingCycle>

/** A position of an invoice, or of the estimate of one. */
export const InvoiceLine = z.object({
  description: z.string(),
  /** The project, for a position of one project. */
  project_ref: z.string().nullable(),
  project_name: z.string().nullable(),
  /** The used amount as text: `720 hours`. */
  quantity: z.string(),
  /** Negative for credits. */
  amount_cents: z.int(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

export const Subscription = z.object({
  plan: PlanId,
  tier: z.enum(['tier_free', 'tier_pro', 'tier_payg', 'tier_team', 'tier_enterprise']),
  /** While it is on, usage above the quotas of Pro is not billed, but restricts the services. */
  has_spend_cap: z.boolean(),
  managed_by: ManagedBy,
  cycle: BillingCycle,
  /** Granted credits that later invoices use. */
  credit_cents: z.int(),
  /** The invoice of this cycle with the usage so far. */
  upcoming: z.object({ lines: z.array(InvoiceLine), total_cents: z.int() }),
})
export type Subscription = z.infer<typeof Subscription>

/** A reason why an organization cannot have a plan now. */
export const PlanRefusal = z.object({ code: z.string(), message: z.string(), hint: z.string() })
export type PlanRefusal = z.infer<typeof PlanRefusal>

export const PlanPreview = z.object({
  plan: PlanId,
  cycle: BillingCycle,
  /** The prices of the plans for their parts of this cycle, with the change made now. */
  lines: z.array(InvoiceLine),
  total_cents: z.int(),
  /** The price of each later month without usage; null if it is agreed on. */
  monthly_cents: z.int().nullable(),
  refusals: z.array(PlanRefusal),
})
export type PlanPreview = z.infer<typeof PlanPreview>

const bySlug = z.object({ slug: z.string() })

/** The plan of an organization, and what this cycle costs. 409 `plans_not_sold` without prices. */
export const getSubscription = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/subscription',
  access: 'invoice:read',
  params: bySlug,
  response: Subscription,
})

/** The costs of a change of plan now, and the reasons that forbid it. Changes nothing. */
export const previewPlan = endpoint({
  method: 'POST',
  path: '/platform/organizations/{slug}/subscription/preview',
  access: 'subscription:update',
  params: bySlug,
  body: z.object({ plan: PlanId }),
  response: PlanPreview,
})

/**
 * Changes the plan or the spend cap at once. Refused with the code of the first reason that the
 * preview shows, such as 409 `plan_needs_fewer_projects`.
 */
export const updateSubscription = endpoint({
  method: 'PATCH',
  path: '/platform/organizations/{slug}/subscription',
  access: 'subscription:update',
  params: bySlug,
  body: z.object({ plan: PlanId.optional(), has_spend_cap: z.boolean().optional() }),
  response: Subscription,
})

/** Gives an organization credits, which its next invoices use. */
export const grantCredit = endpoint({
  method: 'POST',
  path: '/platform/installation/credits',
  access: 'operator',
  body: z.object({
    organization_slug: z.string(),
    amount_cents: z.int().min(1).max(100_000_000),
    reason: z.string().trim().min(1).max(200),
  }),
  response: z.object({ credit_cents: z.int() }),
  status: 201,
})
