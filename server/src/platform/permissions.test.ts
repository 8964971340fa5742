import type { FeatureName } from '@stoa/contract/platform/features'
import { Permission, Role } from '@stoa/contract/platform/permissions'
import { describe, expect, it } from 'vitest'
import { abilitiesOf, isRoleInReach, type Mode, type Offer } from './permissions.ts'

const offerOf = (mode: Mode, disabledFeatures: FeatureName[] = []): Offer => ({
  mode,
  disabledFeatures,
})

describe('what a role allows', () => {
  it('an owner everything, as the operator credential', () => {
    expect(abilitiesOf('owner', offerOf('platform'))).toEqual(Permission.options)
    expect(abilitiesOf('operator', offerOf('platform'))).toEqual(Permission.options)
  })

  it('each role what the less powerful one allows, and more', () => {
    const abilities = Role.options.map((role) => abilitiesOf(role, offerOf('platform')))
    for (const [index, mine] of abilities.slice(0, -1).entries()) {
      const less = abilities[index + 1] ?? []
      expect(mine).toEqual(expect.arrayContaining(less))
      expect(mine.length).toBeGreaterThan(less.length)
    }
  })

  it('nobody makes or removes organizations and projects of a self-hosted installation', () => {
    for (const standing of [...Role.options, 'operator'] as const)
      expect(abilitiesOf(standing, offerOf('self-hosted'))).not.toContain('project:delete')
  })

  it("an owner's role is in the reach of owners alone", () => {
    expect(Role.options.filter((role) => isRoleInReach('administrator', role))).toEqual(
      Role.options.slice(1),
    )
    expect(isRoleInReach('owner', 'owner')).toBe(true)
  })
})
