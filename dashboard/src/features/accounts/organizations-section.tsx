import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { useLeaveOrganization } from '../../data/resources/platform/members.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { usePermissions } from '../../data/resources/platform/permissions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type Membership = { slug: string; name: string }

/** The user's organizations, which they can leave; renders nothing for a user without one. */
export function OrganizationsSection() {
  const permissions = usePermissions()
  const { data: organizations = [] } = useOrganizations()
  const [leaving, setLeaving] = useState<Membership>()
  const leave = useLeaveOrganization()
  if (permissions.data?.length === 0) return null
  const nameOf = (slug: string) => organizations.find((each) => each.slug === slug)?.name ?? slug
  return (
    <Section title="Organizations" description="Your role in each organization.">
      <QueryList
        label="roles"
        query={{
          ...permissions,
          data: permissions.data?.map((each) => ({ ...each, id: each.organization_slug })),
        }}
        skeleton={<Skeleton className="h-20" />}
        empty={{ title: 'No organizations', description: 'Organizations you join appear here.' }}
      >
        {(items) => (
          <RecordList
            label="Organizations"
            items={items}
            row={({ id: slug, role }) => ({
              title: nameOf(slug),
              state: ROLE_NAMES[role],
              action: (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Leave ${nameOf(slug)}`}
                  onClick={() => setLeaving({ slug, name: nameOf(slug) })}
                >
                  Leave
                </Button>
              ),
            })}
          />
        )}
      </QueryList>
      <ConfirmDialog
        visible={leaving !== undefined}
        variant="danger"
        size="md"
        title={`Leave ${leaving?.name ?? ''}?`}
        description="You lose access to its projects at once. To return, you need a new invitation."
        confirmLabel="Leave"
        loading={leave.isPending}
        onCancel={() => setLeaving(undefined)}
        onConfirm={() =>
          leaving && leave.mutate(leaving.slug, { onSettled: () => setLeaving(undefined) })
        }
      />
    </Section>
  )
}
