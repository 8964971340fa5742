import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { startQuery } from '../../../../../features/sql-editor/start-draft.ts'
import { SqlPage } from '../../../../../features/sql-editor/sql-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/sql/$id')({
  beforeLoad: ({ params: { ref, id } }) => {
    if (id !== 'new') return
    const params = { ref, id: startQuery(ref) }
    throw redirect({ to: '/project/$ref/sql/$id', params, replace: true })
  },
  head: () => ({ meta: [{ title: 'SQL editor' }] }),
  component: SqlRoute,
})

function SqlRoute() {
  const { ref, id } = Route.useParams()
  const navigate = useNavigate()
  const open = (next: string) =>
    void navigate({ to: '/project/$ref/sql/$id', params: { ref, id: next } })
  return (
    <div className="h-[calc(100dvh-3rem)]">
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
