import type { PostgresParameter } from '@stoa/contract/platform/postgres-settings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { PostgresSettingsPage } from './postgres-settings-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const PROJECT = `/platform/projects/${project.ref}`
const workMem: PostgresParameter = {
  name: 'work_mem',
  kind: 'memory',
  description: 'Memory of each sort.',
  value: null,
  default_value: '4MB',
  min: '64kB',
  max: '409MB',
  can_be_zero: false,
  needs_restart: false,
  is_pending: false,
}
const connections: PostgresParameter = {
  ...workMem,
  name: 'max_connections',
  kind: 'count',
  description: 'Connections.',
  value: 80,
  default_value: 60,
  min: 60,
  max: 500,
  needs_restart: true,
  is_pending: true,
}

const ALL = ['database:read', 'project:update', 'project:pause']

async function show({
  abilities = ALL,
  failure = null,
}: { abilities?: string[]; failure?: string | null } = {}) {
  const sent = answerWith({
    [`GET ${PROJECT}`]: { ...project, abilities },
    [`GET ${PROJECT}/postgres-settings`]: { parameters: [workMem, connections], failure },
    [`PATCH ${PROJECT}/config/postgres`]: Response.json(
      { code: 'invalid_request', message: 'work_mem must be from 64kB to 409MB.' },
      { status: 400 },
    ),
    [`POST ${PROJECT}/restart`]: { ...project, abilities, status: 'RESTARTING' },
  })
  showSignedIn(inRouter(() => <PostgresSettingsPage projectRef={project.ref} />))
  await screen.findByRole('table', { name: 'Postgres settings' })
  return sent
}

const openSheet = async () => {
  await userEvent.click(screen.getByRole('button', { name: /work_mem/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change' }))
  return screen.findByRole('dialog', { name: 'work_mem' })
}

it('changes a setting, and shows the range that the server names', async () => {
  const sent = await show()
  const sheet = await openSheet()
  const field = within(sheet).getByRole('textbox', { name: 'Value' })
  await userEvent.type(field, '8')
  expect(within(sheet).getByText(/From 64kB to 409MB/)).toBeVisible()
  await userEvent.click(within(sheet).getByRole('button', { name: 'Save setting' }))
  expect(await within(sheet).findByText('Enter a size with a unit, such as 64MB.')).toBeVisible()
  await userEvent.type(field, 'TB')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Save setting' }))
  expect(await within(sheet).findByText('work_mem must be from 64kB to 409MB.')).toBeVisible()
  expect(sent).toContainEqual({
    request: `PATCH ${PROJECT}/config/postgres`,
    body: { work_mem: '8TB' },
  })
})

it('names the settings that wait for a restart, and restarts after a confirmation', async () => {
  const sent = await show()
  const note = screen.getByText('A restart applies the changed settings')
  expect(note).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Restart project' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restart the project' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restart project' }))
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(`POST ${PROJECT}/restart`),
  )
})

it('says that the database runs with the defaults, and lets readers change nothing', async () => {
  await show({ abilities: ['database:read'], failure: 'FATAL: could not map memory' })
  expect(screen.getByText('The database runs with the default settings')).toBeVisible()
  expect(screen.getByText('FATAL: could not map memory')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Restart project' })).toBeNull()
  expect(screen.queryByRole('button', { name: /work_mem/ })).toBeNull()
})
