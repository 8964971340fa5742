import { realtimeSettings } from '@stoa/contract/services/realtime/settings'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { messagesTable } from '../../../test/messages-table.ts'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { RealtimeSettingsPage } from './realtime-settings.tsx'

afterEach(() => vi.unstubAllGlobals())

const POLICY = {
  name: 'everybody',
  command: 'SELECT',
  is_permissive: true,
  comment: null,
  roles: ['authenticated'],
  using: 'true',
  check: null,
}

async function showWith(policies: readonly object[]) {
  const messages = messagesTable(policies)
  const sent = answerWith({
    [`GET /platform/projects/${project.ref}`]: {
      ...project,
      abilities: ['database:read', 'project:update'],
    },
    [`GET /platform/projects/${project.ref}/config/realtime`]: realtimeSettings.defaults,
    [`GET /platform/meta/${project.ref}/tables`]: [messages],
    [`GET /platform/meta/${project.ref}/tables/1`]: messages,
  })
  showSignedIn(inRouter(() => <RealtimeSettingsPage projectRef={project.ref} />))
  const allow = await screen.findByRole('switch', { name: 'Allow public channels' })
  expect(screen.queryByText('No client can join a channel')).toBeNull()
  await userEvent.click(allow)
  return sent
}

it('warns before public channels are forbidden while there is no policy for private ones', async () => {
  await showWith([])
  expect(await screen.findByText('No client can join a channel')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create a policy' })).toBeVisible()
})

it('does not warn when there is a policy', async () => {
  const sent = await showWith([POLICY])
  const request = `GET /platform/meta/${project.ref}/tables/1`
  await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ request })))
  // The response is shown by now.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByText('No client can join a channel')).toBeNull()
})
