import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../../components/landing.tsx'
import { readLastOrganization } from '../../data/local/last-organization.ts'

/** Goes on in the organization this browser was last in, or to where the person lands. */
export const Route = createFileRoute('/_app/')({ component: StartPage })

function StartPage() {
  return <Landing lastSlug={readLastOrganization()} />
}
