import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { backupsQuery } from '../../../../../data/resources/platform/backups.ts'
import { BackupsPage } from '../../../../../features/backups/backups-page.tsx'
import { pickValue } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/backups')({
  validateSearch: (search: Record<string, unknown>) => pickValue(search, 'panel', ['new']),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(backupsQuery(call, ref))),
  component: BackupsRoute,
})

function BackupsRoute() {
  const { ref } = Route.useParams()
  const navigate = useNavigate()
  return (
    <BackupsPage
      key={ref}
      projectRef={ref}
      onCreated={(created) => void navigate({ to: '/project/$ref', params: { ref: created } })}
    />
  )
}
