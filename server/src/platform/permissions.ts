import type { FeatureName } from '@stoa/contract/platform/features'
import type { Permission, Role } from '@stoa/contract/platform/permissions'
import { Permission as PermissionSchema } from '@stoa/contract/platform/permissions'
import { disabledFeatureOf } from './features.ts'

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

/** What decides which actions an installation has at all. */
export type Offer = { readonly mode: Mode; readonly disabledFeatures: readonly FeatureName[] }

export const isAbsent = (permission: Permission, { mode }: Offer): boolean =>
  absent[mode].includes(permission)

export const isAllowed = (standing: Standing, permission: Permission, offer: Offer): boolean =>
  !isAbsent(permission, offer) &&
  disabledFeatureOf(permission, offer.disabledFeatures) === undefined &&
  (standing === 'operator' || permissions[permission].includes(standing))

/** Everything a standing allows, in the order of the contract. */
export const abilitiesOf = (standing: Standing, offer: Offer): Permission[] =>
  PermissionSchema.options.filter((permission) => isAllowed(standing, permission, offer))

/** Whether somebody of this standing may give, change or take a role: an owner's only by an owner. */
export const isRoleInReach = (standing: Standing, role: Role): boolean =>
  role !== 'owner' || standing === 'owner' || standing === 'operator'
