import { z } from 'zod'

/** Dashboard access roles of SPEC 6, the most powerful first. */
export const Role = z.enum(['owner', 'administrator', 'developer', 'read_only'])
export type Role = z.infer<typeof Role>

/** Actions of the control plane itself. A service brings its own, `noun:verb`, in its contract. */
const PLATFORM_PERMISSIONS = [
  'organization:read',
  'organization:update',
  'organization:delete',
  'invoice:read',
  'member:read',
  'member:invite',
  'member:update',
  'member:remove',
  'project:create',
  'project:read',
  'project:update',
  'project:pause',
  'project:delete',
  'key:read_public',
  'key:read_secret',
  'key:manage',
  'database:read',
  'database:write',
  'content:read',
  'content:write',
  'mailbox:read',
] as const

type Names = { readonly [Name in (typeof PLATFORM_PERMISSIONS)[number]]: true }

/**
 * Every action that somebody can be refused. `contract/services/<name>/permissions.ts` adds a
 * service's with `declare module`, and the service's declaration says which roles hold it.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- Services add names by merging interfaces.
export interface Permissions extends Names {}
export type Permission = keyof Permissions

/** The name of a permission, as it travels; which names exist is the server's table to say. */
export const Permission = z.custom<Permission>(
  (value) => typeof value === 'string' && /^[a-z_]+:[a-z_]+$/.test(value),
)

/** What the caller may do with one record; sent with it, so that the browser never derives it. */
export const Abilities = z.array(Permission)
