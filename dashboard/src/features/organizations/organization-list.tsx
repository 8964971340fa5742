import { Link } from '@tanstack/react-router'
import { QueryError } from '../../components/query-error.tsx'
import { useOrganizations } from '../../data/resources/organizations/organizations.ts'
import { useCapability } from '../../data/resources/accounts/profile.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ORGANIZATION_NOT_FOUND } from './texts.ts'

/** The landing page. `unknownSlug` is the organization that was requested but not found. */
export function OrganizationList({ unknownSlug }: { unknownSlug: string | undefined }) {
  useTitle('Organizations')
  const { data: organizations, error, refetch } = useOrganizations()
  const can = useCapability()
  const create = can('organizations:create') && (
    <Button asChild variant="primary">
      <Link to="/new">New organization</Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Organizations" action={organizations?.length ? create : undefined} />
      {unknownSlug !== undefined && (
        <Callout type="caution" className="mb-4" title={ORGANIZATION_NOT_FOUND}>
          There is no organization <code>{unknownSlug}</code>, or you’re not a member of it.
        </Callout>
      )}
      {error && (
        <QueryError
          error={error}
          title="Could not load the organizations"
          onRetry={() => void refetch()}
        />
      )}
      {!organizations && !error && <ListSkeleton />}
      {organizations?.length === 0 && (
        <EmptyState
          title="No organizations yet"
          description={
            can('organizations:create')
              ? 'An organization contains projects and their members.'
              : 'You are not a member of an organization, and you can’t create one on this installation.'
          }
          action={create}
        />
      )}
      {organizations && organizations.length > 0 && (
        <ul className="divide-y overflow-hidden rounded-md border bg-raised">
          {organizations.map((organization) => (
            <li key={organization.slug}>
              <Link
                to="/org/$slug"
                params={{ slug: organization.slug }}
                className="flex h-12 items-center gap-3 px-4 transition-colors hover:bg-hover"
              >
                <span className="truncate font-medium">{organization.name}</span>
                {can('billing:read') && <Badge>{organization.plan.name}</Badge>}
                <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">
                  {organization.project_count}{' '}
                  {organization.project_count === 1 ? 'project' : 'projects'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function ListSkeleton() {
  return (
    <div className="divide-y rounded-md border bg-raised" aria-busy>
      {['w-32', 'w-44', 'w-24'].map((width) => (
        <div key={width} className="flex h-12 items-center px-4">
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
