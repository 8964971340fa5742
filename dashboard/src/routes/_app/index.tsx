import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../../components/landing.tsx'
import { readLastOrganization } from '../../data/local/last-organization.ts'

/** Redirects to this browser's last organization or to the user's landing page. */
export const Route = createFileRoute('/_app/')({ component: StartPage })

function StartPage() {
  return <Landing lastSlug={readLastOrganization()} />
}
