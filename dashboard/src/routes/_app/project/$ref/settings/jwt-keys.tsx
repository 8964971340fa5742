import { createFileRoute } from '@tanstack/react-router'
import { JwtKeysSettings } from '../../../../../features/keys/jwt-keys-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/jwt-keys')({
  component: JwtKeysPage,
})

function JwtKeysPage() {
  const { ref } = Route.useParams()
  return <JwtKeysSettings key={ref} projectRef={ref} />
}
