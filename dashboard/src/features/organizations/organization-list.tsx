import type { Organization } from '@stoa/contract/platform/organizations'
import { Link } from '@tanstack/react-router'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ORGANIZATION_NOT_FOUND } from './texts.ts'

/** The landing page. `unknownSlug` is the organization that was requested but not found. */
export function OrganizationList({ unknownSlug }: { unknownSlug: string | undefined }) {
  useTitle('Organizations')
  const query = useOrganizations()
  const { value: search, field } = useSearchParam('search')
  const can = useCapability()
  const create = can('organizations:create') && (
    <Button asChild variant="primary">
      <Link to="/new">New organization</Link>
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Organizations" action={query.data?.length ? create : undefined} />
      {unknownSlug !== undefined && (
        <Callout type="caution" className="mb-4" title={ORGANIZATION_NOT_FOUND}>
          There is no organization <code>{unknownSlug}</code>, or you’re not a member of it.
        </Callout>
      )}
      <QueryList
        label="organizations"
        query={query}
        found={query.data?.filter(({ name, slug }) => matches(`${name} ${slug}`, search))}
        isSearched={search !== ''}
        toolbar={<SearchField label="Search organizations" field={field} />}
        skeleton={<ListSkeleton />}
        noResults={`No organization matches “${search}”.`}
        empty={{
          title: 'No organizations yet',
          description: can('organizations:create')
            ? 'An organization contains projects and their members.'
            : 'You are not a member of an organization, and you can’t create one on this installation.',
          action: create,
        }}
      >
        {(organizations) => (
          <ul className="divide-y overflow-hidden rounded-md border bg-raised">
            {organizations.map((organization) => (
              <OrganizationRow key={organization.slug} organization={organization} />
            ))}
          </ul>
        )}
      </QueryList>
    </Page>
  )
}

function OrganizationRow({ organization }: { organization: Organization }) {
  const can = useCapability()
  const { name, slug, plan, project_count: count } = organization
  return (
    <li>
      <Link
        to="/org/$slug"
        params={{ slug }}
        className="flex h-12 items-center gap-3 px-4 transition-colors hover:bg-hover"
      >
        <span className="truncate font-medium">{name}</span>
        {can('billing:read') && <Badge>{plan.name}</Badge>}
        <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">
          {count} {count === 1 ? 'project' : 'projects'}
        </span>
      </Link>
    </li>
  )
}

const matches = (text: string, search: string): boolean =>
  text.toLowerCase().includes(search.trim().toLowerCase())

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
