import { createFileRoute } from '@tanstack/react-router'
import { signingKeysQuery } from '../../../../../data/resources/platform/keys.ts'
import { JwtKeysSettings } from '../../../../../features/keys/jwt-keys-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/settings/jwt-keys')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(signingKeysQuery(call, ref))),
  component: JwtKeysPage,
})

function JwtKeysPage() {
  const { ref } = Route.useParams()
  return <JwtKeysSettings key={ref} projectRef={ref} />
}
