import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useLandingPath } from '../../../data/resources/platform/landing.ts'
import { NewTicket } from '../../../features/support/new-ticket.tsx'
import { pickText } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/support/new')({
  validateSearch: (search) => pickText(search, 'category', 'subject', 'message', 'org', 'ref'),
  component: SupportPage,
})

function SupportPage() {
  const navigate = useNavigate()
  const landing = useLandingPath()
  return <NewTicket prefill={Route.useSearch()} onDone={() => void navigate({ to: landing })} />
}
