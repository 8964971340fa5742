import { z } from 'zod'

/**
 * Parts of the platform that an installation can switch off (`STOA_DISABLED_FEATURES`). The server
 * refuses the actions of a disabled feature with 403 `feature_disabled`, and leaves them out of a
 * record's `abilities` and the profile's `capabilities`.
 */
export const FeatureName = z.enum([
  'organizations:create',
  'organizations:delete',
  /** Inviting people, and revoking invitations. */
  'members:invite',
  'projects:create',
  /** Pausing, resuming, restarting and retrying. */
  'projects:pause',
  'projects:delete',
  /** The invoices of an organization, and the reminder of overdue ones. */
  'billing:invoices',
  'notifications',
  /** Support requests of people; operators keep their list. */
  'support',
  /** The overview of the caller's permissions in their organizations. */
  'permissions',
])
export type FeatureName = z.infer<typeof FeatureName>
