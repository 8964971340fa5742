import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { DeletedProject } from '@stoa/contract/platform/deleted-projects'
import type { Organization } from '@stoa/contract/platform/organizations'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { DeletedProjects } from './deleted-projects.tsx'

afterEach(() => vi.unstubAllGlobals())

const acme = { ...organization, abilities: ['project:delete'] } as Organization
const list = 'GET /platform/organizations/acme/deleted-projects'
const shop: DeletedProject = {
  ref: 'abcdefghijklmnopqrst',
  name: 'Shop',
  deleted_at: '2026-03-01T12:00:00.000Z',
  kept_until: '2026-03-08T12:00:00.000Z',
}

it('restores a deleted project, which leaves the list', async () => {
  const server: Record<string, unknown> = {
    'GET /platform/profile': profile,
    [list]: [shop],
    [`POST /platform/organizations/acme/deleted-projects/${shop.ref}/restore`]: {
      ref: shop.ref,
      status: 'COMING_UP',
    },
  }
  answerWith(server)
  showSignedIn(<DeletedProjects organization={acme} />)
  const restore = await screen.findByRole('button', { name: 'Restore' })
  server[list] = []
  await userEvent.click(restore)
  await waitFor(() => expect(screen.queryByText('Deleted projects')).toBeNull())
})

it('deletes the data only after a confirmation', async () => {
  const server: Record<string, unknown> = {
    'GET /platform/profile': profile,
    [list]: [shop],
    [`DELETE /platform/organizations/acme/deleted-projects/${shop.ref}`]: {
      ref: shop.ref,
      status: 'GOING_DOWN',
    },
  }
  answerWith(server)
  showSignedIn(<DeletedProjects organization={acme} />)
  await userEvent.click(await screen.findByRole('button', { name: /Shop/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete now' }))
  expect(await screen.findByText(/Its database, files, keys and backups are deleted/)).toBeVisible()
  server[list] = []
  await userEvent.click(screen.getByRole('button', { name: 'Delete now' }))
  await waitFor(() => expect(screen.queryByText('Shop')).toBeNull())
})

it('requests and shows nothing for members who cannot delete projects', async () => {
  const sent = answerWith({ 'GET /platform/profile': profile, [list]: [shop] })
  showSignedIn(
    <>
      <DeletedProjects organization={{ ...acme, abilities: [] }} />
      <p>End of the page</p>
    </>,
  )
  expect(await screen.findByText('End of the page')).toBeVisible()
  expect(screen.queryByText('Deleted projects')).toBeNull()
  expect(sent.map(({ request }) => request)).not.toContain(list)
})
