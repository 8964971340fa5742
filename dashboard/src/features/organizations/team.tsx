import type { Organization } from '@stoa/contract/platform/organizations'
import { Forbidden } from '../../components/forbidden.tsx'
import { useCapability, useProfile } from '../../data/resources/platform/profile.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'

type TeamProps = {
  organization: Organization
  /** Whether the dialog for an invitation is open. */
  isInviting: boolean
  onInvite: (isInviting: boolean) => void
  /** Called after the user left the organization; opens another page. */
  onLeft: () => Promise<void>
}

export function Team({ organization, isInviting, onInvite, onLeft }: TeamProps) {
  useTitle('Team', organization.name)
  const profile = useProfile()
  const can = useCapability()
  const canInvite = organization.abilities.includes('member:invite')
  if (profile.isSuccess && !can('members:manage')) {
    return (
      <Page>
        <PageHeader title="Team" />
        <EmptyState
          title="Members can’t be invited"
          description="This installation’s organization has one member, its owner."
        />
      </Page>
    )
  }
  if (!organization.abilities.includes('member:read')) {
    return (
      <Page>
        <PageHeader title="Team" />
        <Forbidden missing="member:read">This page lists the organization’s members.</Forbidden>
      </Page>
    )
  }
  return (
    <Page>
      <PageHeader
        title="Team"
        action={
          canInvite && (
            <Button variant="primary" onClick={() => onInvite(true)}>
              Invite member
            </Button>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <MemberTable organization={organization} onLeft={onLeft} />
        <InvitationTable organization={organization} />
      </div>
      {isInviting && canInvite && (
        <InviteDialog slug={organization.slug} onClose={() => onInvite(false)} />
      )}
    </Page>
  )
}
