import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { describe, expect, it } from 'vitest'
import { offeredPreviews } from './feature-previews.ts'

const open = { hasPlatformOnly: true, flags: {}, plans: ['team' as const] }
const keys = (offer: Parameters<typeof offeredPreviews>[0]) =>
  offeredPreviews(offer).map(({ key }) => key)

describe('the previews somebody is offered', () => {
  it('are all of the catalogue on a hosted platform, in its order', () => {
    expect(keys(open)).toEqual(featurePreviews.map(({ key }) => key))
  })

  // SPEC: "Platform-only previews are hidden in self-hosted mode."
  it('leave out those only a platform has', () => {
    expect(keys({ ...open, hasPlatformOnly: false })).toEqual([
      'inline-sql-editor',
      'api-side-panel',
      'column-level-privileges',
    ])
  })

  // SPEC: "Release gating: a preview is public only for realtime settings, gitless branching, advisor rules and unified logs, each gated by its own gate. Other previews are always available."
  it('leave out those whose gate is shut, and only those have one', () => {
    const gates = featurePreviews.flatMap(({ gate }) => (gate ? [gate.flag] : []))
    const flags = Object.fromEntries(gates.map((flag) => [flag, false]))
    expect(gates.toSorted()).toEqual([
      'advisorRules',
      'gitlessBranching',
      'realtimeSettings',
      'unifiedLogs',
    ])
    expect(keys({ ...open, flags })).toEqual([
      'inline-sql-editor',
      'api-side-panel',
      'column-level-privileges',
    ])
    expect(keys({ ...open, flags: { unifiedLogs: false } })).not.toContain('unified-logs')
  })

  // SPEC: "For organizations on Team or above."
  it.each([
    ['free', false],
    ['pro', false],
    ['team', true],
    ['enterprise', true],
  ] as const)('can be used on the %s plan: %s', (plan, isInPlan) => {
    const logs = offeredPreviews({ ...open, plans: [plan] }).find(
      ({ key }) => key === 'unified-logs',
    )
    expect(logs?.isInPlan).toBe(isInPlan)
  })
})
