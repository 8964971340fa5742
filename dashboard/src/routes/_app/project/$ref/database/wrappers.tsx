import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { WrappersPage } from '../../../../../features/wrappers/wrappers-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/wrappers')({
  validateSearch: ({ panel }: Record<string, unknown>): { panel?: 'new' } =>
    panel === 'new' ? { panel } : {},
  component: WrappersRoute,
})

function WrappersRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <WrappersPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      onCreating={(isCreating) =>
        void navigate({
          to: '/project/$ref/database/wrappers',
          params: { ref },
          search: isCreating ? { panel: 'new' } : {},
          replace: !isCreating,
        })
      }
    />
  )
}
