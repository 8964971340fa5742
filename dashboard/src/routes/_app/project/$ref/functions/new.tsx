import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { NewFunctionPage } from '../../../../../features/functions/new-function-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/new')({
  component: NewFunctionRoute,
})

function NewFunctionRoute() {
  const { ref } = Route.useParams()
  const navigate = useNavigate()
  return (
    <NewFunctionPage
      key={ref}
      projectRef={ref}
      onCreated={(slug) =>
        // A new function is called first, so its test opens.
        void navigate({
          to: '/project/$ref/functions/deployed/$slug',
          params: { ref, slug },
          search: { tab: 'test' },
        })
      }
      onCancel={() => void navigate({ to: '/project/$ref/functions', params: { ref } })}
    />
  )
}
