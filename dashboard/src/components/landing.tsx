import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProfile } from '../data/resources/platform/profile.ts'
import { Page } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

type LandingProps = {
  /**
   * Organization this browser was last in. It is used when the landing page is the organizations
   * list.
   */
  lastSlug?: string | null
}

/** Redirects to the landing page that the server chose, and keeps the query string. */
export function Landing({ lastSlug = null }: LandingProps) {
  const path: string | undefined = useProfile().data?.landing_path
  const navigate = useNavigate()
  useEffect(() => {
    if (path === undefined) return
    const isGoingOn = path === '/organizations' && lastSlug !== null
    const to = isGoingOn ? `/org/${lastSlug}` : path
    void navigate({ to, search: (search: object) => search, replace: true })
  }, [path, lastSlug, navigate])
  return (
    <Page aria-busy>
      <Skeleton className="mb-6 h-7 w-48" />
      <Skeleton className="h-40" />
    </Page>
  )
}
