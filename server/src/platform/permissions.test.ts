import type { FeatureName } from '@stoa/contract/platform/features'
import { Role } from '@stoa/contract/platform/permissions'
import { describe, expect, it } from 'vitest'
import '../../test/notes-service/contract.ts'
import { createPermissionTable, isRoleInReach, platformGrants, type Mode } from './permissions.ts'

const tableOf = (mode: Mode, disabledFeatures: FeatureName[] = []) =>
  createPermissionTable({ mode, disabledFeatures }, [])
const offer = { mode: 'platform', disabledFeatures: [] } as const
const table = tableOf('platform')

describe('the permission table', () => {
  it('gives the owner and the operator credential every permission', () => {
    expect(table.abilitiesOf('owner')).toEqual(Object.keys(platformGrants))
    expect(table.abilitiesOf('operator')).toEqual(Object.keys(platformGrants))
  })

  it('gives each role everything that the less powerful role has, and more', () => {
    const abilities = Role.options.map((role) => table.abilitiesOf(role))
    for (const [index, mine] of abilities.slice(0, -1).entries()) {
      const less = abilities[index + 1] ?? []
      expect(mine).toEqual(expect.arrayContaining(less))
      expect(mine.length).toBeGreaterThan(less.length)
    }
  })

  it('gives nobody the permission to delete the project of a self-hosted installation', () => {
    for (const standing of [...Role.options, 'operator'] as const)
      expect(tableOf('self-hosted').abilitiesOf(standing)).not.toContain('project:delete')
  })

  it('lets only owners change the role of an owner', () => {
    expect(Role.options.filter((role) => isRoleInReach('administrator', role))).toEqual(
      Role.options.slice(1),
    )
    expect(isRoleInReach('owner', 'owner')).toBe(true)
  })
})

describe('what a service brings', () => {
  it('is decided by the same table', () => {
    const grants = { 'notes:clear': ['owner', 'developer'] as const }
    const withNotes = createPermissionTable(offer, [grants])
    expect(withNotes.abilitiesOf('developer')).toContain('notes:clear')
    expect(withNotes.abilitiesOf('read_only')).not.toContain('notes:clear')
    expect(table.abilitiesOf('owner')).not.toContain('notes:clear')
  })

  it("cannot change who has another service's permission", () => {
    const grants = { 'project:delete': ['read_only'] as const }
    expect(() => createPermissionTable(offer, [grants])).toThrow('declared twice')
  })
})
