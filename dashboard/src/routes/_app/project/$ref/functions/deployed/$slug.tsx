import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { functionQuery } from '../../../../../../data/resources/services/functions/functions.ts'
import { FunctionPage } from '../../../../../../features/functions/function-page.tsx'
import {
  isFunctionTab,
  type FunctionTab,
} from '../../../../../../features/functions/function-tabs.ts'

type FunctionSearch = { tab?: FunctionTab | undefined }

export const Route = createFileRoute('/_app/project/$ref/functions/deployed/$slug')({
  // The router keeps the values that a parent route parsed, so an unknown tab has to be replaced,
  // not left out.
  validateSearch: ({ tab }: Record<string, unknown>): FunctionSearch => ({
    tab: isFunctionTab(tab) ? tab : undefined,
  }),
  loader: ({ context, params: { ref, slug } }) =>
    context.readInProject(ref, ({ call, read }) => read(functionQuery(call, ref, slug))),
  component: FunctionRoute,
})

function FunctionRoute() {
  const { ref, slug } = Route.useParams()
  const { tab = 'overview' } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <FunctionPage
      key={`${ref}/${slug}`}
      projectRef={ref}
      slug={slug}
      tab={tab}
      onTab={(next) =>
        void navigate({
          to: '/project/$ref/functions/deployed/$slug',
          params: { ref, slug },
          search: { tab: next },
        })
      }
      onDeleted={() => void navigate({ to: '/project/$ref/functions', params: { ref } })}
    />
  )
}
