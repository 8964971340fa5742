import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { describe, expect, it } from 'vitest'
import { openPreviews } from './open-previews.ts'

const delivered = new Set(featurePreviews.map(({ key }) => key))
const open = (...[flags, installed]: Parameters<typeof openPreviews>) =>
  Object.entries(openPreviews(flags, installed)).flatMap(([flag, isOpen]) => (isOpen ? [flag] : []))
const everywhere = [
  'preview:inline-sql-editor',
  'preview:api-side-panel',
  'preview:column-level-privileges',
]

describe('the previews of an installation that has all their pages', () => {
  // SPEC: "isPlatformOnly."
  // SPEC: "Platform-only previews show only on the hosted platform."
  // SPEC: "Platform-only previews are hidden in self-hosted mode."
  it('include platform-only previews on a hosted platform alone', () => {
    expect(open({}, { mode: 'platform', delivered })).toEqual(
      featurePreviews.map(({ key }) => `preview:${key}`),
    )
    expect(open({}, { mode: 'self-hosted', delivered })).toEqual(everywhere)
  })

  // SPEC: "**Release gating**: a preview is public only for realtime settings, gitless branching,
  // advisor rules and unified logs, each gated by its own gate."
  // SPEC: "Other previews are always available."
  it('depend on their own gate, or have none', () => {
    const gates = featurePreviews.flatMap(({ gate }) => (gate ? [gate.flag] : []))
    expect(gates.toSorted()).toEqual([
      'advisorRules',
      'gitlessBranching',
      'realtimeSettings',
      'unifiedLogs',
    ])
    const shut = Object.fromEntries(gates.map((flag) => [flag, false]))
    expect(open(shut, { mode: 'platform', delivered })).toEqual(everywhere)
    const openedBy = (gate: string) =>
      open({ ...shut, [gate]: true }, { mode: 'platform', delivered })
    expect(openedBy('unifiedLogs')).toEqual(['preview:unified-logs', ...everywhere])
    expect(openedBy('gitlessBranching')).toEqual(['preview:branching-2-0', ...everywhere])
    expect(openedBy('realtimeSettings')).toEqual(['preview:realtime-settings', ...everywhere])
    expect(openedBy('advisorRules')).toEqual(['preview:security-settings', ...everywhere])
  })
})

it('does not offer a preview without pages, even when its gate is open', () => {
  const without = new Set(delivered)
  without.delete('unified-logs')
  const flags = { unifiedLogs: true, 'preview:unified-logs': true }
  expect(openPreviews(flags, { mode: 'platform', delivered: without })).toMatchObject({
    'preview:unified-logs': false,
    'preview:branching-2-0': true,
  })
})
