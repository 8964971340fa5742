import { Link, Navigate, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasSecondFactor } from '../data/resources/platform/mfa.ts'
import { useSelectedOrganization } from '../data/resources/platform/selected-organization.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Callout } from '../ui/feedback/callout.tsx'
import { Page, PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { QueryError } from './query-error.tsx'
import { usePlace } from './shell/use-place.ts'

/**
 * SPEC 6: an organization that requires multi-factor authentication redirects members without it to
 * the organization's page, which says what to do.
 */
export function MfaGate({ children }: { children: ReactNode }) {
  const place = usePlace()
  const { pathname } = useLocation()
  const organization = useSelectedOrganization({
    ref: place.kind === 'project' ? place.ref : undefined,
    slug: place.kind === 'organization' ? place.slug : undefined,
  })
  const isRequired = organization?.organization_requires_mfa ?? false
  const factor = useHasSecondFactor({ enabled: isRequired })
  if (!organization || !isRequired || factor.data === true) return children
  if (factor.error) {
    return (
      <Page>
        <QueryError
          error={factor.error}
          title="Could not check your second factor"
          onRetry={() => void factor.refetch()}
        />
      </Page>
    )
  }
  if (factor.data === undefined) {
    return (
      <Page aria-busy>
        <Skeleton className="h-40" />
      </Page>
    )
  }
  const home = `/org/${organization.slug}`
  if (pathname.replace(/\/+$/, '') !== home) return <Navigate to={home} replace />
  return (
    <Page>
      <PageHeader title={organization.name} />
      <Callout
        type="caution"
        title="This organization requires multi-factor authentication"
        action={
          <Button asChild variant="primary">
            <Link to="/account/me" hash="two-factor">
              Set up two-factor authentication
            </Link>
          </Button>
        }
      >
        To access its projects, members and settings, add an authenticator app to your account.
      </Callout>
    </Page>
  )
}
