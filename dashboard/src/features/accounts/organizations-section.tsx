import { ROLE_NAMES } from '@stoa/contract/catalog/roles'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
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
  const { data: permissions, error, isLoading, refetch } = usePermissions()
  const { data: organizations = [] } = useOrganizations()
  const [leaving, setLeaving] = useState<Membership>()
  const leave = useLeaveOrganization()
  if (!error && !isLoading && !permissions?.length) return null
  const nameOf = (slug: string) => organizations.find((each) => each.slug === slug)?.name ?? slug
  return (
    <Section title="Organizations" description="Your role in each organization.">
      {error && (
        <QueryError
          error={error}
          title="Could not load your roles"
          onRetry={() => void refetch()}
        />
      )}
      {isLoading && <Skeleton className="h-20" />}
      {permissions && permissions.length > 0 && (
        <ul aria-label="Organizations" className="divide-y rounded-md border bg-raised">
          {permissions.map(({ organization_slug: slug, role }) => (
            <li key={slug} className="flex min-h-10 items-center gap-3 px-3">
              <span className="min-w-0 flex-1 truncate font-medium">{nameOf(slug)}</span>
              <span className="text-muted">{ROLE_NAMES[role]}</span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Leave ${nameOf(slug)}`}
                onClick={() => setLeaving({ slug, name: nameOf(slug) })}
              >
                Leave
              </Button>
            </li>
          ))}
        </ul>
      )}
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
