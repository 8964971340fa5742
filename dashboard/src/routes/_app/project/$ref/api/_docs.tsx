import { createFileRoute, Outlet, useNavigate } from '@tanstack/react-router'
import { ApiDocsLayout } from '../../../../../features/api-docs/api-docs-layout.tsx'
import { DocsSearch } from '../../../../../features/api-docs/docs-search.ts'

export const Route = createFileRoute('/_app/project/$ref/api/_docs')({
  validateSearch: DocsSearch,
  component: DocsLayout,
})

function DocsLayout() {
  const { ref } = Route.useParams()
  const { schema } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <ApiDocsLayout
      key={ref}
      projectRef={ref}
      schema={schema}
      // A table of one schema need not be in another.
      onSchema={(next) =>
        void navigate({ to: '/project/$ref/api', params: { ref }, search: { schema: next } })
      }
    >
      <Outlet />
    </ApiDocsLayout>
  )
}
