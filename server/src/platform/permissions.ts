import type { Permission, Role } from '@stoa/contract/platform/permissions'
import { Permission as PermissionSchema } from '@stoa/contract/platform/permissions'

const everybody: readonly Role[] = ['owner', 'administrator', 'developer', 'read_only']
const builders: readonly Role[] = ['owner', 'administrator', 'developer']
const managers: readonly Role[] = ['owner', 'administrator']
const owners: readonly Role[] = ['owner']

/** Which roles hold which permission: the only place where that is decided. */
export const permissions: Readonly<Record<Permission, readonly Role[]>> = {
  'organization:read': everybody,
  'organization:update': managers,
  'organization:delete': owners,
  'invoice:read': everybody,
  'member:read': everybody,
  'member:invite': managers,
  'member:update': managers,
  'member:remove': managers,
  'project:create': managers,
  'project:read': everybody,
  'project:update': managers,
  'project:pause': managers,
  'project:delete': managers,
  'key:read_public': everybody,
  'key:read_secret': builders,
  'key:manage': managers,
  'database:read': everybody,
  'database:write': builders,
  'content:read': everybody,
  'content:write': everybody,
  'mailbox:read': builders,
}

/** Who somebody is to one organization; `operator` is the installation's own credential. */
export type Standing = Role | 'operator'

/** Hosted for many, or somebody's own machine with one organization and one project. */
export type Mode = 'platform' | 'self-hosted'

const absent: Readonly<Record<Mode, readonly Permission[]>> = {
  platform: [],
  'self-hosted': ['organization:delete', 'member:invite', 'project:create', 'project:delete'],
}

/** Whether an installation of this mode has the action at all, for whomever. */
export const isOffered = (permission: Permission, mode: Mode): boolean =>
  !absent[mode].includes(permission)

export const isAllowed = (standing: Standing, permission: Permission, mode: Mode): boolean =>
  isOffered(permission, mode) &&
  (standing === 'operator' || permissions[permission].includes(standing))

/** Everything a standing allows, in the order of the contract. */
export const abilitiesOf = (standing: Standing, mode: Mode): Permission[] =>
  PermissionSchema.options.filter((permission) => isAllowed(standing, permission, mode))

/** Whether somebody of this standing may give, change or take a role: an owner's only by an owner. */
export const isRoleInReach = (standing: Standing, role: Role): boolean =>
  role !== 'owner' || standing === 'owner' || standing === 'operator'
