import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, profile, showSignedIn } from '../../../test/show.tsx'
import { NotificationsPopover } from './notifications-popover.tsx'

const note = (last: number, fields: object) => ({
  id: `6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d${last}`,
  kind: 'project_unhealthy',
  priority: 'critical',
  title: `Note ${last}`,
  text: 'Text',
  link: '/org/acme',
  created_at: '2026-01-01T00:00:00Z',
  read_at: null,
  archived_at: null,
  ...fields,
})
const server = {
  'GET /platform/profile': profile,
  'GET /platform/notifications': {
    unread_count: 2,
    notifications: [
      note(1, {}),
      note(2, { link: null }),
      note(3, { read_at: '2026-01-02T00:00:00Z' }),
    ],
  },
  'PATCH /platform/notifications': { changed_count: 1 },
  'POST /platform/notifications/archive-all': { changed_count: 3 },
}

function show() {
  const root = createRootRoute({ component: NotificationsPopover })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  showSignedIn(<RouterProvider router={router as never} />)
}
const bell = () => screen.findByRole('button', { name: /^Notifications/ })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

describe('the notifications', () => {
  it('show the unread count and list every notification', async () => {
    answerWith(server)
    show()
    await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notifications, 2 unread'))
    await userEvent.click(await bell())
    expect(await screen.findAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Note 1' })).toHaveAttribute('href', '/org/acme')
    expect(screen.queryByRole('link', { name: 'Note 2' })).toBeNull()
  })

  it('can be marked as read one by one or together, and archived together', async () => {
    const sent = answerWith(server)
    show()
    await userEvent.click(await bell())
    await screen.findByText('Note 1')
    await userEvent.click(screen.getAllByRole('button', { name: 'Mark read' })[0]!)
    await press('Mark all read')
    await press('Archive all')
    await waitFor(() => expect(sent.some(({ request }) => request.startsWith('POST'))).toBe(true))
    const changes = sent.filter(({ request }) => !request.startsWith('GET'))
    expect(changes).toEqual([
      { request: 'PATCH /platform/notifications', body: { ids: [note(1, {}).id], is_read: true } },
      {
        request: 'PATCH /platform/notifications',
        body: { ids: [note(1, {}).id, note(2, {}).id], is_read: true },
      },
      { request: 'POST /platform/notifications/archive-all', body: undefined },
    ])
  })
})
