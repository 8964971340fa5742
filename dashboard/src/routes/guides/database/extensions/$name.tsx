import { EXTENSIONS } from '@stoa/contract/catalog/extensions'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { ExtensionGuide } from '../../../../features/database/extensions/extension-guide.tsx'

export const Route = createFileRoute('/guides/database/extensions/$name')({
  loader({ params }) {
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
