import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { Role } from '@stoa/contract/platform/permissions'

export const ROLES: readonly { value: Role; label: string; description: string }[] = [
  {
    value: 'owner',
    label: ROLE_NAMES.owner,
    description: 'Full access, including deleting the organization',
  },
  {
    value: 'administrator',
    label: ROLE_NAMES.administrator,
    description: 'Manages projects, settings, and members',
  },
  { value: 'developer', label: ROLE_NAMES.developer, description: 'Works in projects' },
  { value: 'read_only', label: ROLE_NAMES.read_only, description: 'Views without making changes' },
]
