import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { Organization } from '@stoa/contract/platform/organizations'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useDeleteInvitation, useInvitations } from '../../data/resources/platform/members.ts'
import { Button } from '../../ui/buttons/button.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

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
      <Table aria-label="Pending invitations" className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader>Email</TableHeader>
            <TableHeader className="hidden w-36 sm:table-cell">Role</TableHeader>
            <TableHeader className="hidden w-36 md:table-cell">Invited</TableHeader>
            <TableHeader className="hidden w-32 sm:table-cell">Expires</TableHeader>
            <ActionsHeader className="w-24" />
          </TableRow>
        </TableHead>
        <TableBody>
          {invitations.map((invitation) => (
            <TableRow key={invitation.id}>
              <TableCell>
                <div className="truncate font-medium" title={invitation.email}>
                  {invitation.email}
                </div>
                <div data-slot="narrow-details" className="truncate text-xs text-muted sm:hidden">
                  {ROLE_NAMES[invitation.role]}, expires <Time date={invitation.expires_at} />
                </div>
              </TableCell>
              <TableCell className="hidden sm:table-cell">{ROLE_NAMES[invitation.role]}</TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted md:table-cell">
                <Time date={invitation.invited_at} />
              </TableCell>
              <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
                <Time date={invitation.expires_at} />
              </TableCell>
              <TableCell align="right">
                {canRevoke && (
                  <Button
                    size="sm"
                    variant="ghost"
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
