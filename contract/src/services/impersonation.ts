import { z } from 'zod'

/**
 * The role that a member uses to call a project's API from the dashboard. Privileges and row level
 * security apply as for any API request with that role.
 */
export const Impersonation = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** With role `authenticated`, the project account whose token claims are used. */
  userId: z.uuid().optional(),
  /** Additional claims, such as those that a hook adds. */
  claims: z.record(z.string(), z.unknown()).optional(),
})
export type Impersonation = z.infer<typeof Impersonation>
