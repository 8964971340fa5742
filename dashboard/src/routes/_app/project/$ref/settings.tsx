import { createFileRoute, Outlet } from '@tanstack/react-router'
import { SettingsLayout } from '../../../../features/projects/settings-layout.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings')({ component: Layout })

function Layout() {
  return (
    <SettingsLayout projectRef={Route.useParams().ref}>
      <Outlet />
    </SettingsLayout>
  )
}
