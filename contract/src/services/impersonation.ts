import { z } from 'zod'

/**
 * The role as which a member uses a project's API in the dashboard. Privileges and row level
 * security apply as they do to an API request with that role.
 */
export const Impersonation = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** With role `authenticated`, the project account whose token claims are used. */
  userId: z.uuid().optional(),
  /** Additional claims, like those that a hook adds. */
  claims: z.record(z.string(), z.unknown()).optional(),
})
export type Impersonation = z.infer<typeof Impersonation>
