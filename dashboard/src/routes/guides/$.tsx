import { createFileRoute, notFound } from '@tanstack/react-router'
import { UnbuiltPage } from '../../components/unbuilt-page.tsx'

const EXTENSION_GUIDE = /^database\/extensions\/[\w-]+$/

/** Reserves the addresses of the guides, whose texts come with the extension catalog. */
export const Route = createFileRoute('/guides/$')({
  beforeLoad: ({ params: { _splat = '' } }) => {
    if (!EXTENSION_GUIDE.test(_splat)) throw notFound()
  },
  component: () => <UnbuiltPage title="Extension guide" />,
})
