import { z } from 'zod'

/** Dashboard access roles of SPEC 6, the most powerful first. */
export const Role = z.enum(['owner', 'administrator', 'developer', 'read_only'])
export type Role = z.infer<typeof Role>

/** The actions of the control plane that the permission table decides. */
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

/** The caller's permissions on one record; sent with the record, so that the browser never derives them. */
export const Abilities = z.array(Permission)
