import { PlanId } from '@stoa/contract/platform/organizations'
import { expect, it } from 'vitest'
import { backupRetention } from './backup-parts.ts'

const daysOf = (config: Parameters<typeof backupRetention>[0]) =>
  Promise.all(PlanId.options.map((plan) => backupRetention(config, async () => plan)('ref')))

// SPEC: "Backups: 7 days on Pro, 14 on Team."
it('keeps backups as long as the plan says where plan limits are enforced', async () => {
  const config = { planLimits: true, mode: 'platform', backupDays: 3 } as const
  expect(PlanId.options).toEqual(['free', 'pro', 'team', 'enterprise'])
  expect(await daysOf(config)).toEqual([1, 7, 14, 30])
})

it('keeps them as long as the installation says otherwise', async () => {
  const config = { mode: 'platform', backupDays: 3 } as const
  expect(await daysOf({ ...config, planLimits: false })).toEqual([3, 3, 3, 3])
  expect(await daysOf({ ...config, planLimits: true, mode: 'self-hosted' })).toEqual([3, 3, 3, 3])
})
