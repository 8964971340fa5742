import { createFileRoute, redirect } from '@tanstack/react-router'
import { snippetsQuery } from '../../../../../../data/resources/platform/content.ts'
import { SqlScreen } from '../../../../../../features/sql-editor/sql-screen.tsx'

export const Route = createFileRoute('/_app/project/$ref/sql/notebooks/$id')({
  beforeLoad: async ({ params: { ref, id } }) => {
    if (id !== 'new') return
    // Imported here and not with the route, so that the sign-in page does not load the schema
    // library.
    const { startSnippet } = await import('../../../../../../components/documents/start-draft.ts')
    const params = { ref, id: startSnippet(ref, 'notebook') }
    throw redirect({ to: '/project/$ref/sql/notebooks/$id', params, replace: true })
  },
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(snippetsQuery(call, ref))),
  component: NotebookRoute,
})

function NotebookRoute() {
  const { ref, id } = Route.useParams()
  return <SqlScreen projectRef={ref} snippetId={id} type="notebook" />
}
