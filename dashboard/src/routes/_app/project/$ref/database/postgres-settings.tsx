import { createFileRoute } from '@tanstack/react-router'
import { postgresParametersQuery } from '../../../../../data/resources/platform/postgres-settings.ts'
import { PostgresSettingsPage } from '../../../../../features/connections/postgres-settings-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/postgres-settings')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(postgresParametersQuery(call, ref))),
  component: PostgresSettingsRoute,
})

function PostgresSettingsRoute() {
  const { ref } = Route.useParams()
  return <PostgresSettingsPage key={ref} projectRef={ref} />
}
