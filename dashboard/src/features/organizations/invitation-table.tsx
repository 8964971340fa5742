import type { Organization } from '@stoa/contract/platform/organizations'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useDeleteInvitation, useInvitations } from '../../data/resources/members.ts'
import { Button } from '../../ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'
import { roleLabel } from './roles.ts'

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
      <Table aria-label="Pending invitations">
        <TableHead>
          <TableRow>
            <TableHeader>Email</TableHeader>
            <TableHeader>Role</TableHeader>
            <TableHeader>Invited</TableHeader>
            <TableHeader>Expires</TableHeader>
            <TableHeader>
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {invitations.map((invitation) => (
            <TableRow key={invitation.id}>
              <TableCell className="font-medium">{invitation.email}</TableCell>
              <TableCell>{roleLabel(invitation.role)}</TableCell>
              <TableCell className="whitespace-nowrap text-muted">
                <Time date={invitation.invited_at} />
              </TableCell>
              <TableCell className="whitespace-nowrap text-muted">
                <Time date={invitation.expires_at} />
              </TableCell>
              <TableCell align="right">
                {canRevoke && (
                  <Button
                    size="sm"
                    pending={revoke.isPending && revoke.variables === invitation.id}
                    onClick={() => revoke.mutate(invitation.id)}
                  >
                    Revoke
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}
