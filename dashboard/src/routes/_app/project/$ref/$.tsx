import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { UnbuiltPage } from '../../../../components/unbuilt-page.tsx'
import { findProjectPage } from '../../../../components/unbuilt-pages.ts'

/** Every address of a project that no other page answers: moved, not there yet, or nothing. */
export const Route = createFileRoute('/_app/project/$ref/$')({
  beforeLoad: ({ params: { ref, _splat = '' }, location }) => {
    const page = findProjectPage(_splat)
    if (!page) throw notFound()
    if (page.kind === 'moved')
      throw redirect({ href: `/project/${ref}/${page.to}${location.searchStr}`, replace: true })
    return { title: page.title }
  },
  component: UnbuiltProjectPage,
})

function UnbuiltProjectPage() {
  const { title } = Route.useRouteContext()
  return <UnbuiltPage title={title} />
}
