import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { snippetsQuery } from '../../../../../data/resources/platform/content.ts'
import { SqlPage } from '../../../../../features/sql-editor/sql-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/sql/$id')({
  beforeLoad: async ({ params: { ref, id } }) => {
    if (id !== 'new') return
    // Imported here and not with the route, so that the sign-in page does not load the schema
    // library.
    const { startQuery } = await import('../../../../../features/sql-editor/start-draft.ts')
    const params = { ref, id: startQuery(ref) }
    throw redirect({ to: '/project/$ref/sql/$id', params, replace: true })
  },
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(snippetsQuery(call, ref))),
  component: SqlRoute,
})

function SqlRoute() {
  const { ref, id } = Route.useParams()
  const navigate = useNavigate()
  const open = (next: string) =>
    void navigate({ to: '/project/$ref/sql/$id', params: { ref, id: next } })
  return (
    <div className="h-[calc(100dvh-var(--shell-top))]">
      <SqlPage
        key={ref}
        projectRef={ref}
        snippetId={id}
        onOpen={open}
        onLeave={() => open('new')}
      />
    </div>
  )
}
