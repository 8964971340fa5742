import { createFileRoute } from '@tanstack/react-router'
import { publicationsQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { PublicationsPage } from '../../../../../features/database/publications/publications-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/publications')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(publicationsQuery(call, ref))),
  component: PublicationsRoute,
})

function PublicationsRoute() {
  const { ref } = Route.useParams()
  return <PublicationsPage key={ref} projectRef={ref} />
}
