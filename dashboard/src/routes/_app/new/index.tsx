import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { NewOrganization } from '../../../features/organizations/new-organization.tsx'
import { pickText } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/new/')({
  validateSearch: (search) => pickText(search, 'plan'),
  component: NewOrganizationPage,
})

function NewOrganizationPage() {
  const { plan } = Route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <NewOrganization
      plan={plan}
      onCreated={({ slug }) => void navigate({ to: '/new/$slug', params: { slug } })}
      onCancel={() => router.history.back()}
    />
  )
}
