import { PLAN_COMPARISON } from '@stoa/contract/catalog/plan-comparison'
import { PLAN_FEATURES } from '@stoa/contract/catalog/plan-features'
import { PLAN_TIERS, tierOf } from '@stoa/contract/catalog/plan-tiers'
import { plans } from '@stoa/contract/catalog/plans'
import { quotaTexts } from '@stoa/contract/catalog/quota-text'
import { expect, it } from 'vitest'

// SPEC: "Free $0/month, Pro from $25/month, Team from $599/month, Enterprise custom."
// SPEC: "Pro and Team include $10 in compute credits."
// SPEC: "**Plan tier**: id (tier_free, tier_pro, tier_team, tier_enterprise;"
// SPEC: "planId (free, pro, team, enterprise), name, nameBadge (Pro is 'Most Popular'), costUnit
//   '/ month', href, priceLabel ('From' for Pro and Team), warning text '$10 in compute credits
//   included' (Pro and Team), priceMonthly (number; 'Custom' for Enterprise), description, preface,
//   features (strings or [text, overage text] pairs), footer (Free only), cta."
it('sells four tiers', () => {
  expect(
    PLAN_TIERS.map(({ description, preface, features, footer, ...tier }) => {
      expect([description, preface].every((text) => text !== '')).toBe(true)
      expect(features.length).toBeGreaterThan(1)
      expect(footer !== undefined).toBe(tier.planId === 'free')
      return tier
    }),
  ).toEqual([
    {
      id: 'tier_free',
      planId: 'free',
      name: 'Free',
      costUnit: '/ month',
      href: '/dashboard/new?plan=free',
      priceMonthly: 0,
      cta: 'Start for free',
    },
    {
      id: 'tier_pro',
      planId: 'pro',
      name: 'Pro',
      nameBadge: 'Most Popular',
      costUnit: '/ month',
      href: '/dashboard/new?plan=pro',
      priceLabel: 'From',
      warning: '$10 in compute credits included',
      priceMonthly: 25,
      cta: 'Choose Pro',
    },
    {
      id: 'tier_team',
      planId: 'team',
      name: 'Team',
      costUnit: '/ month',
      href: '/dashboard/new?plan=team',
      priceLabel: 'From',
      warning: '$10 in compute credits included',
      priceMonthly: 599,
      cta: 'Choose Team',
    },
    {
      id: 'tier_enterprise',
      planId: 'enterprise',
      name: 'Enterprise',
      href: null,
      priceMonthly: 'Custom',
      cta: 'Contact us',
    },
  ])
  expect(PLAN_TIERS[1]?.features).toContainEqual(['250 GB egress', 'then $0.09 per GB'])
})

// SPEC: "Tier ids: tier_free, tier_pro, tier_payg, tier_team, tier_enterprise."
// SPEC: "tier_payg also exists),"
it('has a tier of its own for Pro without a spend cap', () => {
  expect(
    (['free', 'pro', 'team', 'enterprise'] as const).map((plan) => [
      tierOf(plan, true),
      tierOf(plan, false),
    ]),
  ).toEqual([
    ['tier_free', 'tier_free'],
    ['tier_pro', 'tier_payg'],
    ['tier_team', 'tier_team'],
    ['tier_enterprise', 'tier_enterprise'],
  ])
})

// SPEC: "500 MB database"
// SPEC: "5 GB egress"
// SPEC: "1 GB storage"
// SPEC: "50,000 MAUs"
// SPEC: "200 concurrent realtime connections"
// SPEC: "2 million realtime messages"
// SPEC: "500,000 function invocations"
it.each([
  { product: 'database', texts: ['500 MB'] },
  { product: 'egress', texts: ['5 GB'] },
  { product: 'storage', texts: ['1 GB'] },
  { product: 'active_users', texts: ['50,000'] },
  { product: 'realtime_connections', texts: ['200'] },
  { product: 'realtime_messages', texts: ['2 million'] },
  { product: 'function_invocations', texts: ['500,000'] },
  { product: 'branch_hours', texts: ['Not included'] },
] as const)('includes in the Free plan: $product $texts', ({ product, texts }) => {
  expect(quotaTexts('free', product)).toEqual(texts)
})

// SPEC: "8 GB disk, then $0.125 per GB"
// SPEC: "250 GB egress, then $0.09 per GB"
// SPEC: "100,000 MAUs, then $0.00325 per MAU"
// SPEC: "100 GB storage, then $0.021 per GB"
// SPEC: "500 concurrent connections, then $10 per 1000"
// SPEC: "5 million messages, then $2.50 per million"
// SPEC: "2 million function invocations, then $2 per million"
// SPEC: "Branching $0.01344 per branch per hour"
it.each([
  { product: 'disk', texts: ['8 GB', 'then $0.125 per GB'] },
  { product: 'egress', texts: ['250 GB', 'then $0.09 per GB'] },
  { product: 'active_users', texts: ['100,000', 'then $0.00325 per MAU'] },
  { product: 'storage', texts: ['100 GB', 'then $0.021 per GB'] },
  { product: 'realtime_connections', texts: ['500', 'then $10 per 1000'] },
  { product: 'realtime_messages', texts: ['5 million', 'then $2.50 per million'] },
  { product: 'function_invocations', texts: ['2 million', 'then $2 per million'] },
  { product: 'branch_hours', texts: ['$0.01344 per branch per hour'] },
] as const)('sells in Pro and Team: $product $texts', ({ product, texts }) => {
  expect(quotaTexts('pro', product)).toEqual(texts)
  expect(quotaTexts('team', product)).toEqual(texts)
  expect(quotaTexts('enterprise', product)).toEqual(['Unlimited'])
})

// SPEC: "1-day log retention"
// SPEC: "Logs: 7 days on Pro, 28 on Team, 90 on Enterprise."
it('keeps logs as long as each plan says', () => {
  expect(Object.values(plans).map(({ logRetentionDays }) => logRetentionDays)).toEqual([
    1, 7, 28, 90,
  ])
})

// SPEC: "PITR, branching,"
// SPEC: "metrics endpoint,"
// SPEC: "log drain,"
it('opens features with the plans of the specification', () => {
  expect(Object.entries(PLAN_FEATURES).map(([name, { plan }]) => [name, plan])).toEqual([
    ['point_in_time_recovery', 'pro'],
    ['branching', 'pro'],
    ['read_replicas', 'pro'],
    ['metrics_endpoint', 'pro'],
    ['log_drains', 'team'],
  ])
})

// SPEC: "Purpose of a pricing page: implied by the plan tiers and a comparison table with sections
//   Database, Auth, Storage, Edge Functions, Realtime, Dashboard, Platform Security and
//   Compliance, and Support."
// SPEC: "**Feature comparison row**: key, title, plans (free, pro, team, enterprise; each true,
//   false, a string or a list of strings), usage_based (boolean)."
it('compares the plans in eight sections', () => {
  expect(PLAN_COMPARISON.map(({ title }) => title)).toEqual([
    'Database',
    'Auth',
    'Storage',
    'Edge Functions',
    'Realtime',
    'Dashboard',
    'Platform Security and Compliance',
    'Support',
  ])
  const rows = PLAN_COMPARISON.flatMap((section) => section.rows)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  expect(rows.find(({ key }) => key === 'branching')).toEqual({
    key: 'branching',
    title: 'Branches',
    plans: {
      free: false,
      pro: '$0.01344 per branch per hour',
      team: '$0.01344 per branch per hour',
      enterprise: 'Unlimited',
    },
    usage_based: true,
  })
})
