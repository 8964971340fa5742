import { createFileRoute } from '@tanstack/react-router'
import { alertChannelsQuery } from '../../../../../data/resources/services/alerts/channels.ts'
import { ChannelsPage } from '../../../../../features/alerts/channels-page.tsx'
import { pickText, pickValue } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/alerts/channels')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...pickValue(search, 'panel', ['new', 'edit', 'messages']),
    ...pickText(search, 'item'),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(alertChannelsQuery(call, ref))),
  component: ChannelsRoute,
})

function ChannelsRoute() {
  const { ref } = Route.useParams()
  return <ChannelsPage key={ref} projectRef={ref} />
}
