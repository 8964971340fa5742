import type { Permission, Role } from '@stoa/contract/platform/permissions'

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

/** The one table that decides who may do what: the platform's own permissions and those of every service. */
export type PermissionTable = {
  /** Whether this installation has the action at all, for whomever. */
  isOffered(permission: Permission): boolean
  isAllowed(standing: Standing, permission: Permission): boolean
  /** Everything a standing allows, in the order of the table. */
  abilitiesOf(standing: Standing): Permission[]
  /** The roles that hold a permission; none for one that nobody declared. */
  rolesOf(permission: Permission): readonly Role[]
}

/** Throws where two of the given declare the same permission: then it would not be decided in one place. */
export function createPermissionTable(mode: Mode, given: readonly Grants[]): PermissionTable {
  const table = new Map<string, readonly Role[]>()
  for (const grants of [platformGrants, ...given])
    for (const [permission, roles] of Object.entries(grants)) {
      if (table.has(permission)) throw new Error(`The permission ${permission} is declared twice`)
      table.set(permission, roles)
    }
  const isOffered = (permission: Permission) =>
    table.has(permission) && !absent[mode].includes(permission)
  const isAllowed = (standing: Standing, permission: Permission): boolean =>
    isOffered(permission) &&
    (standing === 'operator' || table.get(permission)?.includes(standing) === true)
  // Only permissions were put in.
  const all = [...table.keys()] as Permission[]
  return {
    isOffered,
    isAllowed,
    abilitiesOf: (standing) => all.filter((permission) => isAllowed(standing, permission)),
    rolesOf: (permission) => table.get(permission) ?? [],
  }
}

/** Whether somebody of this standing may give, change or take a role: an owner's only by an owner. */
export const isRoleInReach = (standing: Standing, role: Role): boolean =>
  role !== 'owner' || standing === 'owner' || standing === 'operator'
