import { dataApiSettings } from '@stoa/contract/operations/services/data-api/settings'
import { createFileRoute, Outlet, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { formatDocsPlace, type DocsPlace } from '../../../../../components/api-docs/docs-address.ts'
import { useHasDocsPanel } from '../../../../../components/api-docs/docs-links.ts'
import { settingsQuery } from '../../../../../data/resources/services/data-api/settings.ts'
import { ApiDocsLayout } from '../../../../../features/api-docs/api-docs-layout.tsx'
import { DocsSearch } from '../../../../../features/api-docs/docs-search.ts'

/**
 * The API docs as pages. If the user has them as a panel, redirects to the project's home page with
 * the panel open.
 */
export const Route = createFileRoute('/_app/project/$ref/api/_docs')({
  validateSearch: DocsSearch,
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(settingsQuery(call, ref, dataApiSettings))),
  component: DocsLayout,
})

function DocsLayout() {
  const { ref } = Route.useParams()
  const { schema } = Route.useSearch()
  const navigate = useNavigate()
  const hasPanel = useHasDocsPanel()
  const place = usePlace(schema)
  const moveToPanel = useEffectEvent(() =>
    navigate({
      to: '/project/$ref',
      params: { ref },
      search: (search) => ({ ...search, schema: undefined, apiDocs: formatDocsPlace(place) }),
      replace: true,
    }),
  )
  // Redirects only once, because during the navigation `place` no longer describes the requested
  // page.
  useEffect(() => {
    if (hasPanel) void moveToPanel()
  }, [hasPanel])
  if (hasPanel) return null
  return (
    <ApiDocsLayout key={ref} projectRef={ref} schema={schema}>
      <Outlet />
    </ApiDocsLayout>
  )
}

const PAGES = ['authentication', 'types'] as const

/** The page of the API docs that is open below this layout. */
function usePlace(schema: string | undefined): DocsPlace {
  const inSchema = schema === undefined ? {} : { schema }
  const last = useMatches().at(-1)
  const path = last?.fullPath.replace('/project/$ref/api/', '')
  const { name = '' } = useParams({ strict: false })
  if (path === 'tables/$name') return { page: 'table', ...inSchema, name }
  if (path === 'functions/$name') return { page: 'function', ...inSchema, name }
  return { page: PAGES.find((page) => page === path) ?? 'introduction', ...inSchema }
}
