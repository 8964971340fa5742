import { createFileRoute } from '@tanstack/react-router'
import { lookQuery } from '../../../../../data/resources/platform/looks.ts'
import { PastPage } from '../../../../../features/backups/past/past-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/past')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(lookQuery(call, ref))),
  component: PastRoute,
})

function PastRoute() {
  const { ref } = Route.useParams()
  return <PastPage key={ref} projectRef={ref} />
}
