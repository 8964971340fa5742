import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { NewProject } from '../../../features/projects/new-project.tsx'

export const Route = createFileRoute('/_app/new/$slug')({ component: NewProjectPage })

function NewProjectPage() {
  const { slug } = Route.useParams()
  const navigate = useNavigate()
  const router = useRouter()
  return (
    <NewProject
      slug={slug}
      onCreated={({ ref }) =>
        void navigate({ to: '/project/$ref', params: { ref }, replace: true })
      }
      onCancel={() => router.history.back()}
    />
  )
}
