import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { findPage } from '../../../../components/rooms/pages.ts'
import { UnbuiltProjectPage } from '../../../../components/unbuilt-page.tsx'

/** Handles project addresses without a route: former addresses, unbuilt pages and unknown pages. */
export const Route = createFileRoute('/_app/project/$ref/$')({
  beforeLoad: async ({ context, location }) => {
    const found = findPage(await context.loadRooms(), location.pathname)
    if (found?.kind === 'moved')
      throw redirect({ href: `${found.to}${location.searchStr}`, replace: true })
    if (found?.kind !== 'unbuilt') throw notFound()
    return { title: found.page.title }
  },
  component: UnbuiltRoute,
})

function UnbuiltRoute() {
  const { title } = Route.useRouteContext()
  return <UnbuiltProjectPage projectRef={Route.useParams().ref} title={title} />
}
