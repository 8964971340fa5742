import type { Role } from '@stoa/contract/platform/permissions'

export const ROLES: readonly { value: Role; label: string; description: string }[] = [
  { value: 'owner', label: 'Owner', description: 'Everything, the organization itself included' },
  { value: 'administrator', label: 'Administrator', description: 'Projects, settings and people' },
  { value: 'developer', label: 'Developer', description: 'Works in projects' },
  { value: 'read_only', label: 'Read-only', description: 'Looks, changes nothing' },
]

export const roleLabel = (role: Role) => ROLES.find(({ value }) => value === role)?.label ?? role
