import type { Role } from '@stoa/contract/platform/permissions'

export const ROLES: readonly { value: Role; label: string; description: string }[] = [
  {
    value: 'owner',
    label: 'Owner',
    description: 'Full access, including deleting the organization',
  },
  {
    value: 'administrator',
    label: 'Administrator',
    description: 'Manages projects, settings, and members',
  },
  { value: 'developer', label: 'Developer', description: 'Works in projects' },
  { value: 'read_only', label: 'Read-only', description: 'Views without making changes' },
]

export const roleLabel = (role: Role) => ROLES.find(({ value }) => value === role)?.label ?? role
