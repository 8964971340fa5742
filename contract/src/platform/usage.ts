import { z } from 'zod'
import { USAGE_PRODUCT_IDS } from '../catalog/usage-products.ts'
import { endpoint } from '../endpoint.ts'
import { BillingCycle } from './subscription.ts'

export const ProductUsage = z.object({
  product: z.enum(USAGE_PRODUCT_IDS),
  /** In the unit of the product; an average or a peak of the cycle where the product says so. */
  quantity: z.number(),
  /** The included quantity, of each project for a product that counts projects apart; null without a limit. */
  included: z.number().nullable(),
  /** The part of the quantity that the plan does not include. */
  overage: z.number(),
  /** The price of the overage; 0 while the spend cap or the plan forbids it. */
  charge_cents: z.int(),
  /** One value for each day of the cycle until today. */
  days: z.array(z.number()),
  projects: z.array(z.object({ ref: z.string(), name: z.string(), quantity: z.number() })),
})
export type ProductUsage = z.infer<typeof ProductUsage>

export const UsageReport = z.object({
  cycle: BillingCycle,
  /** The cycles that can be read, the newest first, such as `2026-03`. */
  cycles: z.array(z.string()),
  products: z.array(ProductUsage),
})
export type UsageReport = z.infer<typeof UsageReport>

/**
 * The usage of an organization's projects in a cycle, the current one by default. With
 * `project_ref`, that of one project. Counts are up to two minutes old.
 */
export const readUsageReport = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/usage',
  access: 'organization:read',
  params: z.object({ slug: z.string() }),
  query: z.object({
    cycle: z
      .string()
      .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-03')
      .optional(),
    project_ref: z.string().max(100).optional(),
  }),
  response: UsageReport,
})
