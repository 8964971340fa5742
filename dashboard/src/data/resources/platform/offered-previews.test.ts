import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { describe, expect, it } from 'vitest'
import { offeredPreviews } from './offered-previews.ts'

const keys = (flags: Record<string, boolean>) =>
  offeredPreviews({ flags, plans: ['team'], discussionsUrl: null }).map(({ key }) => key)

describe('the previews offered to a user', () => {
  it("are the ones the server offers, in the catalog's order", () => {
    const flags = Object.fromEntries(featurePreviews.map(({ key }) => [`preview:${key}`, true]))
    expect(keys(flags)).toEqual(featurePreviews.map(({ key }) => key))
    expect(keys({ ...flags, 'preview:unified-logs': false })).not.toContain('unified-logs')
  })

  it('are empty when the server offers none, whatever other flags are set', () => {
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
