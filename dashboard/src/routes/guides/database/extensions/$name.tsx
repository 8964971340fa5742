import { createFileRoute, notFound } from '@tanstack/react-router'
import { ExtensionGuide } from '../../../../features/database/extensions/extension-guide.tsx'

export const Route = createFileRoute('/guides/database/extensions/$name')({
  async loader({ params }) {
    // A route's definition is in the file that every page loads first, so its data is not.
    const { EXTENSIONS } = await import('@stoa/contract/catalog/extensions')
    const extension = EXTENSIONS.find(({ name }) => name === params.name)
    if (!extension) throw notFound()
    return extension
  },
  head: ({ params }) => ({ meta: [{ title: `${params.name} · Extensions` }] }),
  component: GuideRoute,
})

function GuideRoute() {
  return <ExtensionGuide extension={Route.useLoaderData()} />
}
