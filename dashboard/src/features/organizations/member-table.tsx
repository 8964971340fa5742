import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { Member } from '@stoa/contract/platform/members'
import type { Organization } from '@stoa/contract/platform/organizations'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import {
  useLeaveOrganization,
  useMembers,
  useRemoveMember,
  useUpdateMember,
} from '../../data/resources/platform/members.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { DropdownMenuItem } from '../../ui/menus/dropdown-menu.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { ROLES } from './roles.ts'

type MemberTableProps = { organization: Organization; onLeft: () => Promise<void> }

export function MemberTable({ organization, onLeft }: MemberTableProps) {
  const { data: members, error, refetch } = useMembers(organization.slug)
  const remove = useRemoveMember(organization.slug)
  const leave = useLeaveOrganization({ leave: onLeft })
  const [leaving, setLeaving] = useState<Member>()
  const failure = error && (
    <QueryError
      error={error}
      title="Could not load the members"
      onRetry={() => void refetch()}
      className="mb-3"
    />
  )
  if (failure && !members) return failure
  return (
    <>
      {failure}
      <Table aria-label="Members" aria-busy={!members} className="table-fixed">
        <TableHead>
          <TableRow>
            <TableHeader>Member</TableHeader>
            <TableHeader className="w-36 sm:w-44">Role</TableHeader>
            <ActionsHeader className="w-12" />
          </TableRow>
        </TableHead>
        <TableBody>
          {members ? (
            members.map((member) => (
              <MemberRow
                key={member.user_id}
                member={member}
                organization={organization}
                onRemove={() => setLeaving(member)}
              />
            ))
          ) : (
            <TableRow>
              <TableCell colSpan={3}>
                <Skeleton className="h-4 w-56" />
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
      <ConfirmDialog
        visible={leaving !== undefined}
        variant="danger"
        size="md"
        title={leaving?.is_self ? `Leave ${organization.name}?` : 'Remove member'}
        description={
          leaving?.is_self
            ? `You lose access to ${organization.name} and its projects at once.`
            : `${leaving?.primary_email ?? ''} loses access to ${organization.name} and its projects at once.`
        }
        confirmLabel={leaving?.is_self ? 'Leave' : 'Remove'}
        loading={remove.isPending || leave.isPending}
        onCancel={() => setLeaving(undefined)}
        onConfirm={() => {
          if (!leaving) return
          const options = { onSettled: () => setLeaving(undefined) }
          if (leaving.is_self) leave.mutate(organization.slug, options)
          else remove.mutate(leaving.user_id, options)
        }}
      />
    </>
  )
}

type MemberRowProps = { member: Member; organization: Organization; onRemove: () => void }

function MemberRow({ member, organization, onRemove }: MemberRowProps) {
  const update = useUpdateMember(organization.slug)
  const canUpdate = organization.abilities.includes('member:update')
  const canRemove = organization.abilities.includes('member:remove') || member.is_self
  return (
    <TableRow>
      <TableCell>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="truncate font-medium" title={member.primary_email}>
            {member.display_name ?? member.primary_email}
          </span>
          {member.display_name && (
            <span className="truncate text-muted">{member.primary_email}</span>
          )}
          {member.is_self && <Badge>You</Badge>}
        </span>
      </TableCell>
      <TableCell>
        {canUpdate ? (
          <Select
            aria-label={`Role of ${member.primary_email}`}
            value={member.role}
            options={ROLES}
            disabled={update.isPending}
            onValueChange={(role) => update.mutate({ userId: member.user_id, role })}
            className="text-xs"
          />
        ) : (
          ROLE_NAMES[member.role]
        )}
      </TableCell>
      <TableCell align="right" className="pr-1.5">
        {canRemove && (
          <ActionsMenu subject={member.primary_email}>
            <DropdownMenuItem variant="danger" onSelect={onRemove}>
              {member.is_self ? 'Leave organization' : 'Remove member'}
            </DropdownMenuItem>
          </ActionsMenu>
        )}
      </TableCell>
    </TableRow>
  )
}
