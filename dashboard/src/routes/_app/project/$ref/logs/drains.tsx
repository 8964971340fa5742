import { createFileRoute } from '@tanstack/react-router'
import { logDrainsQuery } from '../../../../../data/resources/services/logs/drains.ts'
import { DrainsPage } from '../../../../../features/logs/drains/drains-page.tsx'
import { pickValue } from '../../../../../lib/search-params.ts'

type DrainsSearch = { panel?: 'new' | 'edit' | undefined }

export const Route = createFileRoute('/_app/project/$ref/logs/drains')({
  validateSearch: (search: Record<string, unknown>): DrainsSearch =>
    pickValue(search, 'panel', ['new', 'edit']),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(logDrainsQuery(call, ref)), {
      needs: 'logs:read',
    }),
  component: DrainsRoute,
})

function DrainsRoute() {
  const { ref } = Route.useParams()
  return <DrainsPage key={ref} projectRef={ref} />
}
