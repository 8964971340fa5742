import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { SquareFunction } from 'lucide-react'
import { beforeEach, expect, it, vi } from 'vitest'
import { NavigationLinks } from './navigation-links.tsx'

const SECTION = {
  group: 'functions' as const,
  heading: 'Functions',
  items: [
    {
      label: 'Edge functions',
      icon: SquareFunction,
      to: '/project/abc/functions',
      includesChildren: false,
      alsoCurrentOn: ['/project/abc/functions/new', '/project/abc/functions/deployed/$slug'],
      panel: undefined,
    },
  ],
}

beforeEach(() => vi.stubGlobal('scrollTo', vi.fn()))

it.each([
  ['/project/abc/functions', true],
  ['/project/abc/functions/new', true],
  ['/project/abc/functions/deployed/hello', true],
  ['/project/abc/functions/secrets', false],
])('marks the entry of the page %s as current: %s', async (path, isCurrent) => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <NavigationLinks sections={[SECTION]} /> }),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(<RouterProvider router={router as never} />)
  const link = await screen.findByRole('link', { name: 'Edge functions' })
  expect(link.getAttribute('aria-current')).toBe(isCurrent ? 'page' : null)
})
