import { createFileRoute } from '@tanstack/react-router'
import { fileSourcesQuery } from '../../../../../data/resources/services/wrappers/files.ts'
import { foreignServersQuery } from '../../../../../data/resources/services/wrappers/servers.ts'
import { pickValue } from '../../../../../lib/search-params.ts'
import {
  WrappersPage,
  type WrappersPanel,
} from '../../../../../features/wrappers/wrappers-page.tsx'

const PANELS: readonly WrappersPanel[] = [
  'new',
  'new-file',
  'server',
  'edit-server',
  'import-tables',
  'file',
  'edit-file',
]

export const Route = createFileRoute('/_app/project/$ref/database/wrappers')({
  validateSearch: (search: Record<string, unknown>): { panel?: WrappersPanel | undefined } =>
    pickValue(search, 'panel', PANELS),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(foreignServersQuery(call, ref)),
      read(fileSourcesQuery(call, ref)),
    ]),
  component: WrappersRoute,
})

function WrappersRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <WrappersPage
      key={ref}
      projectRef={ref}
      panel={panel}
      onPanel={(next) =>
        void navigate({
          search: (before) => ({ ...before, panel: next }),
          replace: !next,
        })
      }
    />
  )
}
