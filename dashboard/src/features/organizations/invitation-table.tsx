import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { Invitation } from '@stoa/contract/platform/members'
import type { Organization } from '@stoa/contract/platform/organizations'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useDeleteInvitation, useInvitations } from '../../data/resources/platform/members.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** Pending invitations; renders no table if there are none. */
export function InvitationTable({ organization }: { organization: Organization }) {
  const { data: invitations, error, refetch } = useInvitations(organization.slug)
  const revoke = useDeleteInvitation(organization.slug)
  const canRevoke = organization.abilities.includes('member:invite')
  const failure = error && (
    <QueryError
      error={error}
      title="Could not load the invitations"
      onRetry={() => void refetch()}
      className="mb-3"
    />
  )
  if (!invitations || invitations.length === 0) return failure
  return (
    <section>
      <h2 className="mb-2 font-semibold">Pending invitations</h2>
      {failure}
      <RecordTable
        label="Pending invitations"
        items={invitations}
        nameOf={({ email }) => email}
        columns={COLUMNS}
        actionsClassName="w-24 sm:w-32"
        renderButtons={
          canRevoke
            ? ({ id }) => (
                <Button
                  size="sm"
                  variant="ghost"
                  pending={revoke.isPending && revoke.variables === id}
                  onClick={() => revoke.mutate(id)}
                >
                  Revoke
                </Button>
              )
            : undefined
        }
      />
    </section>
  )
}

const COLUMNS: readonly RecordColumn<Invitation>[] = [
  {
    header: 'Email',
    title: ({ email }) => email,
    cell: ({ email, role, expires_at }) => (
      <>
        <div className="truncate font-medium">{email}</div>
        <div data-slot="narrow-details" className="truncate text-xs text-muted sm:hidden">
          {ROLE_NAMES[role]}, expires <Time date={expires_at} />
        </div>
      </>
    ),
  },
  {
    header: 'Role',
    className: 'hidden w-36 sm:table-cell',
    cell: ({ role }) => ROLE_NAMES[role],
  },
  {
    header: 'Invited',
    className: 'hidden w-36 md:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ invited_at }) => <Time date={invited_at} />,
  },
  {
    header: 'Expires',
    className: 'hidden w-32 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ expires_at }) => <Time date={expires_at} />,
  },
]
