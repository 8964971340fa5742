import type { FeatureName } from '@stoa/contract/platform/features'
import { Permission, Role } from '@stoa/contract/platform/permissions'
import { describe, expect, it } from 'vitest'
import { abilitiesOf, isRoleInReach, type Mode, type Offer } from './permissions.ts'

const offerOf = (mode: Mode, disabledFeatures: FeatureName[] = []): Offer => ({
  mode,
  disabledFeatures,
})

describe('the permission table', () => {
  it('gives the owner and the operator credential every permission', () => {
    expect(abilitiesOf('owner', offerOf('platform'))).toEqual(Permission.options)
    expect(abilitiesOf('operator', offerOf('platform'))).toEqual(Permission.options)
  })

  it('gives each role everything that the less powerful role has, and more', () => {
    const abilities = Role.options.map((role) => abilitiesOf(role, offerOf('platform')))
    for (const [index, mine] of abilities.slice(0, -1).entries()) {
      const less = abilities[index + 1] ?? []
      expect(mine).toEqual(expect.arrayContaining(less))
      expect(mine.length).toBeGreaterThan(less.length)
    }
  })

  it('gives nobody the permission to delete the project of a self-hosted installation', () => {
    for (const standing of [...Role.options, 'operator'] as const)
      expect(abilitiesOf(standing, offerOf('self-hosted'))).not.toContain('project:delete')
  })

  it('lets only owners change the role of an owner', () => {
    expect(Role.options.filter((role) => isRoleInReach('administrator', role))).toEqual(
      Role.options.slice(1),
    )
    expect(isRoleInReach('owner', 'owner')).toBe(true)
  })
})
