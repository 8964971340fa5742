import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

// The condition is false at build time in production, so the gallery is not part of that build.
const Gallery = import.meta.env.DEV
  ? lazy(() =>
      import('../../features/gallery/gallery.tsx').then((module) => ({ default: module.Gallery })),
    )
  : () => null

/** Shows every UI primitive in every state, for developers of the dashboard. */
export const Route = createFileRoute('/dev/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: () => <Gallery />,
})
