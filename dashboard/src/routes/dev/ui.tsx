import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

// In production builds the condition is false at build time and the gallery is not in them.
const Gallery = import.meta.env.DEV
  ? lazy(() =>
      import('../../features/gallery/gallery.tsx').then((module) => ({ default: module.Gallery })),
    )
  : () => null

/** Every primitive in every state; for those who build the dashboard. */
export const Route = createFileRoute('/dev/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: () => <Gallery />,
})
