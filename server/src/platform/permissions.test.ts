import { Role } from '@stoa/contract/platform/permissions'
import { describe, expect, it } from 'vitest'
import '../../test/notes-service/contract.ts'
import { createPermissionTable, isRoleInReach, platformGrants } from './permissions.ts'

const table = createPermissionTable('platform', [])

describe('what a role allows', () => {
  it('an owner everything, as the operator credential', () => {
    expect(table.abilitiesOf('owner')).toEqual(Object.keys(platformGrants))
    expect(table.abilitiesOf('operator')).toEqual(Object.keys(platformGrants))
  })

  it('each role what the less powerful one allows, and more', () => {
    const abilities = Role.options.map((role) => table.abilitiesOf(role))
    for (const [index, mine] of abilities.slice(0, -1).entries()) {
      const less = abilities[index + 1] ?? []
      expect(mine).toEqual(expect.arrayContaining(less))
      expect(mine.length).toBeGreaterThan(less.length)
    }
  })

  it('nobody makes or removes organizations and projects of a self-hosted installation', () => {
    for (const standing of [...Role.options, 'operator'] as const)
      expect(createPermissionTable('self-hosted', []).abilitiesOf(standing)).not.toContain(
        'project:delete',
      )
  })

  it("an owner's role is in the reach of owners alone", () => {
    expect(Role.options.filter((role) => isRoleInReach('administrator', role))).toEqual(
      Role.options.slice(1),
    )
    expect(isRoleInReach('owner', 'owner')).toBe(true)
  })
})

describe('what a service brings', () => {
  it('is decided by the same table', () => {
    const grants = { 'notes:clear': ['owner', 'developer'] as const }
    const withNotes = createPermissionTable('platform', [grants])
    expect(withNotes.abilitiesOf('developer')).toContain('notes:clear')
    expect(withNotes.abilitiesOf('read_only')).not.toContain('notes:clear')
    expect(table.abilitiesOf('owner')).not.toContain('notes:clear')
  })

  it('cannot change who holds a permission of somebody else', () => {
    const grants = { 'project:delete': ['read_only'] as const }
    expect(() => createPermissionTable('platform', [grants])).toThrow('declared twice')
  })
})
