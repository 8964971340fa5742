import { createFileRoute } from '@tanstack/react-router'
import { snippetsQuery } from '../../../../../../data/resources/platform/content.ts'
import { SavedQueriesPage } from '../../../../../../features/logs/saved/saved-queries-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/logs/explorer/saved')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(snippetsQuery(call, ref)), {
      needs: 'logs:read',
    }),
  component: SavedRoute,
})

function SavedRoute() {
  const { ref } = Route.useParams()
  return <SavedQueriesPage key={ref} projectRef={ref} />
}
