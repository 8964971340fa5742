import { AppError } from '../../lib/errors.ts'

/** Refuses an invitation with 410 `invitation_used` or `invitation_expired` when it is too late. */
export function requireUsable(
  invitation: { readonly accepted_at: Date | null; readonly expires_at: Date },
  now: Date,
): void {
  if (invitation.accepted_at)
    throw new AppError('invitation_used', 'This invitation has already been used.', {
      status: 410,
      hint: 'Sign in with the account that joined, or ask for a new invitation.',
    })
  if (invitation.expires_at <= now)
    throw new AppError('invitation_expired', 'This invitation has expired.', {
      status: 410,
      hint: 'Ask an owner or administrator for a new invitation.',
    })
}
