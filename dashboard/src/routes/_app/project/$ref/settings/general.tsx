import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { GeneralSearch } from '../../../../../features/projects/general-search.ts'
import { GeneralSettings } from '../../../../../features/projects/general-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/general')({
  validateSearch: GeneralSearch,
  component: GeneralPage,
})

function GeneralPage() {
  const { ref } = Route.useParams()
  const navigate = useNavigate()
  return (
    <GeneralSettings
      projectRef={ref}
      asked={Route.useSearch().ask}
      onAsk={(ask) =>
        void navigate({
          to: '/project/$ref/settings/general',
          params: { ref },
          search: { ask },
          replace: true,
        })
      }
      onCloned={(created) =>
        void navigate({ to: '/project/$ref', params: { ref: created.ref }, ignoreBlocker: true })
      }
      onDeleted={(slug) =>
        navigate({ to: '/org/$slug', params: { slug }, replace: true, ignoreBlocker: true })
      }
    />
  )
}
