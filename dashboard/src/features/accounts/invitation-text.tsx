import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { PublicInvitation } from '../../data/resources/platform/public-invitation.ts'

type InvitationTextProps = { invitation: Extract<PublicInvitation, { state: 'open' }> }

/** Who invited to which organization, and as what. */
export function InvitationText({ invitation }: InvitationTextProps) {
  const { inviter, organizationName, role } = invitation
  const name = <span className="break-words text-text">{organizationName}</span>
  if (inviter === null)
    return (
      <>
        You are invited to {name} as {ROLE_NAMES[role]}.
      </>
    )
  return (
    <>
      <span className="break-words text-text">{inviter}</span> invited you to {name} as{' '}
      {ROLE_NAMES[role]}.
    </>
  )
}
