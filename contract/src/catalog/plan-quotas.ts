import type { PlanId } from '../platform/organizations.ts'
import type { Rate } from './money.ts'
import type { UsageProductId } from './usage-products.ts'

/** A product in a plan. */
export type Quota = {
  /** The included quantity in the product's unit; null without a limit. */
  readonly included: number | null
  /** The price of more; null where a plan sells no more. */
  readonly rate: Rate | null
  /** Whether the spend cap keeps the organization from paying for more. */
  readonly isCapped: boolean
}

export type Quotas = Readonly<Record<UsageProductId, Quota>>

const GB = 1024 ** 3
const MB = 1024 ** 2
const MILLION = 1_000_000

const fixed = (included: number): Quota => ({ included, rate: null, isCapped: true })
const UNLIMITED: Quota = { included: null, rate: null, isCapped: true }

const sold = (included: number, price: string, per: number): Quota => ({
  included,
  rate: { price, per },
  isCapped: true,
})

const free: Quotas = {
  egress: fixed(5 * GB),
  database: fixed(500 * MB),
  disk: UNLIMITED,
  storage: fixed(1 * GB),
  active_users: fixed(50_000),
  realtime_connections: fixed(200),
  realtime_messages: fixed(2 * MILLION),
  function_invocations: fixed(500_000),
  branch_hours: fixed(0),
}

const paid: Quotas = {
  egress: sold(250 * GB, '0.09', GB),
  database: UNLIMITED,
  disk: sold(8 * GB, '0.125', GB),
  storage: sold(100 * GB, '0.021', GB),
  active_users: sold(100_000, '0.00325', 1),
  realtime_connections: sold(500, '10', 1000),
  realtime_messages: sold(5 * MILLION, '2.50', MILLION),
  function_invocations: sold(2 * MILLION, '2', MILLION),
  branch_hours: { included: 0, rate: { price: '0.01344', per: 1 }, isCapped: false },
}

const unlimited: Quotas = {
  egress: UNLIMITED,
  database: UNLIMITED,
  disk: UNLIMITED,
  storage: UNLIMITED,
  active_users: UNLIMITED,
  realtime_connections: UNLIMITED,
  realtime_messages: UNLIMITED,
  function_invocations: UNLIMITED,
  branch_hours: UNLIMITED,
}

/** The included quantities of each plan, and the prices of more. */
export const planQuotas: Readonly<Record<PlanId, Quotas>> = {
  free,
  pro: paid,
  team: paid,
  enterprise: unlimited,
}
