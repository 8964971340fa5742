import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import type { Member } from '@stoa/contract/platform/members'
import type { Organization } from '@stoa/contract/platform/organizations'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import {
  useLeaveOrganization,
  useMembers,
  useRemoveMember,
  useUpdateMember,
} from '../../data/resources/platform/members.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { ROLES } from './roles.ts'

type MemberTableProps = { organization: Organization; onLeft: () => Promise<void> }

export function MemberTable({ organization, onLeft }: MemberTableProps) {
  const members = useMembers(organization.slug)
  const remove = useRemoveMember(organization.slug)
  const leave = useLeaveOrganization({ leave: onLeft })
  const [leaving, setLeaving] = useState<Member>()
  const removalOf = (member: Member) => ({
    label: member.is_self ? 'Leave organization' : 'Remove member',
    variant: 'danger' as const,
    onSelect: () => setLeaving(member),
  })
  return (
    <>
      <QueryList
        label="members"
        query={{
          ...members,
          data: members.data?.map((member) => ({ ...member, id: member.user_id })),
        }}
        empty={{ title: 'No members', description: 'People you invite appear here.' }}
      >
        {(items) => (
          <RecordTable
            label="Members"
            items={items}
            nameOf={({ primary_email }) => primary_email}
            columns={columnsOf(organization)}
            actions={(member) =>
              member.is_self || organization.abilities.includes('member:remove')
                ? [removalOf(member)]
                : []
            }
          />
        )}
      </QueryList>
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

const columnsOf = (organization: Organization): readonly RecordColumn<Member>[] => [
  {
    header: 'Member',
    cell: ({ display_name, primary_email, is_self }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="truncate font-medium" title={primary_email}>
          {display_name ?? primary_email}
        </span>
        {display_name && <span className="truncate text-muted">{primary_email}</span>}
        {is_self && <Badge>You</Badge>}
      </span>
    ),
  },
  {
    header: 'Role',
    className: 'w-36 sm:w-44',
    cell: (member) =>
      organization.abilities.includes('member:update') ? (
        <RoleSelect member={member} slug={organization.slug} />
      ) : (
        ROLE_NAMES[member.role]
      ),
  },
]

function RoleSelect({ member, slug }: { member: Member; slug: string }) {
  const update = useUpdateMember(slug)
  return (
    <Select
      aria-label={`Role of ${member.primary_email}`}
      value={member.role}
      options={ROLES}
      disabled={update.isPending}
      onValueChange={(role) => update.mutate({ userId: member.user_id, role })}
      className="text-xs"
    />
  )
}
