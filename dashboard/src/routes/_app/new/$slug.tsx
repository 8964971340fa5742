import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { projectLimitQuery } from '../../../data/resources/platform/overview.ts'
import { NewProject } from '../../../features/projects/new-project.tsx'

export const Route = createFileRoute('/_app/new/$slug')({
  loader: ({ context, params: { slug } }) =>
    context.readAhead(({ call, read }) => read(projectLimitQuery(call, slug))),
  component: NewProjectPage,
})

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
