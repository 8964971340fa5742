import { z } from 'zod'

/** Dashboard access roles of SPEC 6, the most powerful first. */
export const Role = z.enum(['owner', 'administrator', 'developer', 'read_only'])
export type Role = z.infer<typeof Role>

/**
 * Actions of the control plane itself. Services declare their own as `noun:verb` in their
 * contracts.
 */
const PLATFORM_PERMISSIONS = [
  'organization:read',
  'organization:update',
  'organization:delete',
  'invoice:read',
  'subscription:update',
  'member:read',
  'member:invite',
  'member:update',
  'member:remove',
  'project:create',
  'project:read',
  'project:update',
  'project:pause',
  'project:delete',
  'branch:read',
  'branch:write',
  'branch:manage',
  'key:read_public',
  'key:read_secret',
  'key:manage',
  'database:read',
  'database:write',
  'content:read',
  'content:write',
  'content:share',
  'mailbox:read',
  'backup:read',
  'backup:create',
  'backup:restore',
  'replica:write',
] as const

type Names = { readonly [Name in (typeof PLATFORM_PERMISSIONS)[number]]: true }

/**
 * Every action that a caller can be denied. `contract/services/<name>/permissions.ts` adds a
 * service's actions with `declare module`, and the service's declaration says which roles have
 * them.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- Services add names by merging interfaces.
export interface Permissions extends Names {}
export type Permission = keyof Permissions

/**
 * The name of a permission in requests and responses; the server's table says which names exist.
 */
export const Permission = z.custom<Permission>(
  (value) => typeof value === 'string' && /^[a-z_]+:[a-z_]+$/.test(value),
)

/** The caller's permissions on one record; sent with the record, so that the browser never derives them. */
export const Abilities = z.array(Permission)
