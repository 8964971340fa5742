import { createFileRoute } from '@tanstack/react-router'
import { publicKeysQuery } from '../../../../../data/resources/platform/keys.ts'
import { InspectorPage } from '../../../../../features/realtime/inspector-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/inspector')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(publicKeysQuery(call, ref))),
  component: InspectorRoute,
})

function InspectorRoute() {
  const { ref } = Route.useParams()
  return <InspectorPage key={ref} projectRef={ref} />
}
