import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { describe, expect, it } from 'vitest'
import { offeredPreviews } from './offered-previews.ts'

const keys = (flags: Record<string, boolean>) =>
  offeredPreviews({ flags, plans: ['team'], discussionsUrl: null }).map(({ key }) => key)

describe('the previews somebody is offered', () => {
  it("are those the server says are, in the catalogue's order", () => {
    const flags = Object.fromEntries(featurePreviews.map(({ key }) => [`preview:${key}`, true]))
    expect(keys(flags)).toEqual(featurePreviews.map(({ key }) => key))
    expect(keys({ ...flags, 'preview:unified-logs': false })).not.toContain('unified-logs')
  })

  it('are none that the server has not said, whatever the gates are', () => {
    expect(keys({ unifiedLogs: true, gitlessBranching: true })).toEqual([])
  })

  // SPEC: "For organizations on Team or above."
  it.each([
    ['free', false],
    ['pro', false],
    ['team', true],
    ['enterprise', true],
  ] as const)('can be used on the %s plan: %s', (plan, isInPlan) => {
    const flags = { 'preview:unified-logs': true }
    expect(offeredPreviews({ flags, plans: [plan], discussionsUrl: null })).toMatchObject([
      { isInPlan },
    ])
  })
})
