import { z } from 'zod'

/**
 * Parts of the platform that an installation can switch off (`STOA_DISABLED_FEATURES`). The server
 * refuses what belongs to a disabled feature with 403 `feature_disabled`, and neither a record's
 * `abilities` nor the profile's `capabilities` name it.
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
