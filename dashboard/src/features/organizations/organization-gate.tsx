import type { Organization } from '@stoa/contract/platform/organizations'
import { useEffect, type ReactNode } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { forgetLastOrganization } from '../../data/local/last-organization.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { Page } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ORGANIZATION_NOT_FOUND } from './texts.ts'

type OrganizationGateProps = {
  slug: string
  /** Called once if the organization does not exist; opens the landing page. */
  onUnknown: () => void
  children: (organization: Organization) => ReactNode
}

/** Finds the organization named in the URL among the user's organizations. */
export function OrganizationGate({ slug, onUnknown, children }: OrganizationGateProps) {
  const { data: organizations, error, refetch, isFetching } = useOrganizations()
  const organization = organizations?.find((candidate) => candidate.slug === slug)
  // While the list is being refetched, it may still return the organization.
  const isUnknown = organizations !== undefined && !organization && !isFetching
  useEffect(() => {
    if (!isUnknown) return
    forgetLastOrganization(slug)
    toast.error(ORGANIZATION_NOT_FOUND, { id: 'organization-not-found' })
    onUnknown()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the discovery counts
  }, [isUnknown])
  if (organization) return children(organization)
  if (error) {
    return (
      <Page>
        <QueryError
          error={error}
          title="Could not load the organization"
          onRetry={() => void refetch()}
        />
      </Page>
    )
  }
  return (
    <Page aria-busy>
      <Skeleton className="mb-6 h-7 w-48" />
      <Skeleton className="h-40" />
    </Page>
  )
}
