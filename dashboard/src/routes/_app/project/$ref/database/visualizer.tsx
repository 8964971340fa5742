import { createFileRoute } from '@tanstack/react-router'
import { schemaLayoutsQuery } from '../../../../../data/resources/platform/schema-layouts.ts'
import { diagramQuery } from '../../../../../data/resources/services/meta/diagram.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { VisualizerPage } from '../../../../../features/database/visualizer/visualizer-page.tsx'
import {
  readVisualizerSearch,
  schemaOf,
} from '../../../../../features/database/visualizer/visualizer-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/visualizer')({
  validateSearch: readVisualizerSearch,
  loaderDeps: ({ search }) => ({ schema: schemaOf(search) }),
  loader: ({ context, deps: { schema }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(schemasQuery(call, ref)),
      read(diagramQuery(call, ref, schema)),
      read(schemaLayoutsQuery(call, ref, schema)),
    ]),
  component: VisualizerRoute,
})

function VisualizerRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <VisualizerPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
