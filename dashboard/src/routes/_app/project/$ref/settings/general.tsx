import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { GeneralSettings } from '../../../../../features/projects/general-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/general')({
  component: GeneralPage,
})

function GeneralPage() {
  const navigate = useNavigate()
  return (
    <GeneralSettings
      projectRef={Route.useParams().ref}
      onDeleted={(slug) =>
        navigate({ to: '/org/$slug', params: { slug }, replace: true, ignoreBlocker: true })
      }
    />
  )
}
