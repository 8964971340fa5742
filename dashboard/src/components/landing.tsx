import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProfile } from '../data/resources/profile.ts'
import { Page } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type LandingProps = {
  /** Goes on where this browser left off, on an installation where people choose. */
  lastSlug?: string | null
}

/** Leads on to where the server says that the person lands, with what the address asks for. */
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
