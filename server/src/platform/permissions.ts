import type { FeatureName } from '@stoa/contract/platform/features'
import type { Permission, Role } from '@stoa/contract/platform/permissions'
import { disabledFeatureOf } from './features.ts'

const everybody: readonly Role[] = ['owner', 'administrator', 'developer', 'read_only']
const builders: readonly Role[] = ['owner', 'administrator', 'developer']
const managers: readonly Role[] = ['owner', 'administrator']
const owners: readonly Role[] = ['owner']

/** Which roles hold which permission. */
export type Grants = Partial<Readonly<Record<Permission, readonly Role[]>>>

/** Which roles hold which of the platform's own permissions. */
export const platformGrants: Grants = {
  'organization:read': everybody,
  'organization:update': managers,
  'organization:delete': owners,
  'invoice:read': everybody,
  'subscription:update': managers,
  'member:read': everybody,
  'member:invite': managers,
  'member:update': managers,
  'member:remove': managers,
  'project:create': managers,
  'project:read': everybody,
  'project:update': managers,
  'project:pause': managers,
  'project:delete': managers,
  'branch:read': everybody,
  'branch:write': builders,
  'branch:manage': managers,
  'key:read_public': everybody,
  'key:read_secret': builders,
  'key:manage': managers,
  'database:read': everybody,
  'database:write': builders,
  'content:read': everybody,
  'content:write': everybody,
  'content:share': builders,
  'mailbox:read': builders,
  'backup:read': everybody,
  'backup:create': builders,
  'backup:restore': managers,
  'replica:write': managers,
}

/** A caller's relation to one organization; `operator` is the installation's own credential. */
export type Standing = Role | 'operator'

/**
 * A platform for many organizations, or a self-hosted installation with one organization and
 * project.
 */
export type Mode = 'platform' | 'self-hosted'

const absent: Readonly<Record<Mode, readonly Permission[]>> = {
  platform: [],
  'self-hosted': [
    'organization:delete',
    'member:invite',
    'project:create',
    'project:delete',
    'branch:read',
    'branch:write',
    'branch:manage',
  ],
}

/** Facts about an installation that decide which actions it has at all. */
export type Offer = { readonly mode: Mode; readonly disabledFeatures: readonly FeatureName[] }

/** The one table of permissions: the platform's own and those of every service. */
export type PermissionTable = {
  /** Whether an installation of this mode lacks the action, for every caller. */
  isAbsent(permission: Permission): boolean
  /** The feature that the action belongs to, if the installation has disabled it. */
  disabledFeatureOf(permission: Permission): FeatureName | undefined
  isAllowed(standing: Standing, permission: Permission): boolean
  /** All permissions of a standing, in the order of the table. */
  abilitiesOf(standing: Standing): Permission[]
  /** The roles that have a permission; empty for an undeclared one. */
  rolesOf(permission: Permission): readonly Role[]
}

/**
 * Throws if two of the given tables declare the same permission, because each must be decided in
 * one place.
 */
export function createPermissionTable(
  { mode, disabledFeatures }: Offer,
  given: readonly Grants[],
): PermissionTable {
  const table = new Map<string, readonly Role[]>()
  for (const grants of [platformGrants, ...given])
    for (const [permission, roles] of Object.entries(grants)) {
      if (table.has(permission)) throw new Error(`The permission ${permission} is declared twice`)
      table.set(permission, roles)
    }
  const isAbsent = (permission: Permission) =>
    !table.has(permission) || absent[mode].includes(permission)
  const disabled = (permission: Permission) => disabledFeatureOf(permission, disabledFeatures)
  const isAllowed = (standing: Standing, permission: Permission): boolean =>
    !isAbsent(permission) &&
    disabled(permission) === undefined &&
    (standing === 'operator' || table.get(permission)?.includes(standing) === true)
  // The set contains only permissions.
  const all = [...table.keys()] as Permission[]
  return {
    isAbsent,
    disabledFeatureOf: disabled,
    isAllowed,
    abilitiesOf: (standing) => all.filter((permission) => isAllowed(standing, permission)),
    rolesOf: (permission) => table.get(permission) ?? [],
  }
}

/**
 * Whether a caller of this standing can give, change or remove a role: an owner's only as an owner.
 */
export const isRoleInReach = (standing: Standing, role: Role): boolean =>
  role !== 'owner' || standing === 'owner' || standing === 'operator'
