import { createFileRoute, useNavigate } from '@tanstack/react-router'
import {
  WrappersPage,
  type WrappersPanel,
} from '../../../../../features/wrappers/wrappers-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/wrappers')({
  validateSearch: ({ panel }: Record<string, unknown>): { panel?: WrappersPanel } =>
    panel === 'new' || panel === 'new-file' ? { panel } : {},
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
      panel={panel}
      onPanel={(next) =>
        void navigate({
          to: '/project/$ref/database/wrappers',
          params: { ref },
          search: next ? { panel: next } : {},
          replace: !next,
        })
      }
    />
  )
}
