import type { PlanId } from '../platform/organizations.ts'
import { plans } from './plans.ts'
import { PLAN_FEATURES } from './plan-features.ts'
import { quotaTexts } from './quota-text.ts'
import type { UsageProductId } from './usage-products.ts'

export type TierId = 'tier_free' | 'tier_pro' | 'tier_payg' | 'tier_team' | 'tier_enterprise'

/** A feature, or one with the price of more. */
export type TierFeature = string | readonly [text: string, overage: string]

/** A plan as the pricing page and the plan chooser show it. SPEC 3 names the fields. */
export type PlanTier = {
  readonly id: TierId
  readonly planId: PlanId
  readonly name: string
  readonly nameBadge?: string
  readonly costUnit?: '/ month'
  /** Null for a plan that is agreed on: the installation's contact form. */
  readonly href: string | null
  readonly priceLabel?: 'From'
  readonly warning?: string
  readonly priceMonthly: number | 'Custom'
  readonly description: string
  readonly preface: string
  readonly features: readonly TierFeature[]
  readonly footer?: string
  readonly cta: string
}

/** The tier of a subscription. Pro without a spend cap is billed for all that it uses. */
export const tierOf = (plan: PlanId, hasSpendCap: boolean): TierId =>
  plan === 'pro' && !hasSpendCap ? 'tier_payg' : `tier_${plan}`

const feature = (plan: PlanId, product: UsageProductId, words: string): TierFeature => {
  const [included = '', overage] = quotaTexts(plan, product)
  const text = `${included} ${words}`
  return overage === undefined ? text : [text, overage]
}

const metered = (plan: PlanId): readonly TierFeature[] => [
  feature(plan, 'active_users', 'monthly active users'),
  plan === 'free'
    ? feature(plan, 'database', 'database size')
    : feature(plan, 'disk', 'disk size per project'),
  feature(plan, 'egress', 'egress'),
  feature(plan, 'storage', 'file storage'),
]

const days = (count: number) => `${count}-day`

const retention = (plan: PlanId): readonly TierFeature[] => [
  `${days(plans[plan].backupRetentionDays)} backup retention`,
  `${days(plans[plan].logRetentionDays)} log retention`,
]

const titlesFrom = (plan: PlanId): readonly string[] =>
  Object.values(PLAN_FEATURES)
    .filter((each) => each.plan === plan)
    .map(({ title }) => title)

const priceOf = (plan: PlanId): number | 'Custom' => {
  const { monthlyCents } = plans[plan]
  return monthlyCents === null ? 'Custom' : monthlyCents / 100
}

const creditOf = (plan: PlanId): string =>
  `$${plans[plan].computeCreditCents / 100} in compute credits included`

const startAt = (plan: PlanId): string => `/dashboard/new?plan=${plan}`

/** The plans for sale, smallest first. */
export const PLAN_TIERS: readonly PlanTier[] = [
  {
    id: 'tier_free',
    planId: 'free',
    name: plans.free.name,
    costUnit: '/ month',
    href: startAt('free'),
    priceMonthly: priceOf('free'),
    description: 'For trying things out and small projects.',
    preface: 'Includes:',
    features: [...metered('free'), ...retention('free')],
    footer: `Free projects are paused after 1 week of inactivity. At most ${plans.free.activeProjectLimit} active projects.`,
    cta: 'Start for free',
  },
  {
    id: 'tier_pro',
    planId: 'pro',
    name: plans.pro.name,
    nameBadge: 'Most Popular',
    costUnit: '/ month',
    href: startAt('pro'),
    priceLabel: 'From',
    warning: creditOf('pro'),
    priceMonthly: priceOf('pro'),
    description: 'For apps in production that can grow.',
    preface: 'Everything in the Free plan, plus:',
    features: [...metered('pro'), ...retention('pro'), ...titlesFrom('pro')],
    cta: 'Choose Pro',
  },
  {
    id: 'tier_team',
    planId: 'team',
    name: plans.team.name,
    costUnit: '/ month',
    href: startAt('team'),
    priceLabel: 'From',
    warning: creditOf('team'),
    priceMonthly: priceOf('team'),
    description: 'For teams that need longer histories and log drains.',
    preface: 'Everything in the Pro plan, plus:',
    features: [...retention('team'), ...titlesFrom('team')],
    cta: 'Choose Team',
  },
  {
    id: 'tier_enterprise',
    planId: 'enterprise',
    name: plans.enterprise.name,
    href: null,
    priceMonthly: priceOf('enterprise'),
    description: 'For large workloads, with a price agreed with the operator.',
    preface: 'Everything in the Team plan, plus:',
    features: ['Usage without quotas', ...retention('enterprise')],
    cta: 'Contact us',
  },
]
