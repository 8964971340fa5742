import { z } from 'zod'

/** Dashboard access roles of SPEC 6, the most powerful first. */
export const Role = z.enum(['owner', 'administrator', 'developer', 'read_only'])
export type Role = z.infer<typeof Role>

/** Every action of the control plane that somebody can be refused. */
export const Permission = z.enum([
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
])
export type Permission = z.infer<typeof Permission>

/** What the caller may do with one record; sent with it, so that the browser never derives it. */
export const Abilities = z.array(Permission)
