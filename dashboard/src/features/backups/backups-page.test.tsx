import type { ProjectBackups } from '@stoa/contract/platform/backups'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import {
  answerWith,
  inRouter,
  organization,
  profile,
  project,
  showSignedIn,
} from '../../../test/show.tsx'
import { BackupsPage } from './backups-page.tsx'

const { ref } = project
const ALL = ['backup:read', 'backup:create', 'backup:restore', 'database:read', 'project:pause']
const UNTIL = '2026-03-08T12:00:00.000Z'

const backups = {
  is_enabled: true,
  backups: [
    {
      id: '2',
      name: 'Before the upgrade',
      status: 'complete',
      started_at: '2026-03-07T12:00:00.000Z',
      completed_at: '2026-03-07T12:00:10.000Z',
      size_bytes: 8_388_608,
      failure: null,
      verification: {
        at: '2026-03-07T13:00:00.000Z',
        is_sound: true,
        message: 'Checked 12 tables.',
      },
    },
    {
      id: '1',
      name: null,
      status: 'failed',
      started_at: '2026-03-06T12:00:00.000Z',
      completed_at: null,
      size_bytes: 0,
      failure: 'The store is full.',
      verification: null,
    },
  ],
  reach: [{ from: '2026-03-01T12:00:00.000Z', until: UNTIL }],
  retention_days: 7,
  is_on_same_disk: false,
  kept_state: null,
  files: null,
} satisfies ProjectBackups

type Shown = {
  abilities?: readonly string[]
  change?: Partial<ProjectBackups>
  status?: string
  failure?: unknown
  answers?: Record<string, unknown>
}

function open({
  abilities = ALL,
  change = {},
  status = 'ACTIVE_HEALTHY',
  failure = project.failure,
  answers = {},
}: Shown = {}) {
  const onCreated = vi.fn<(created: string) => void>()
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [{ ...organization, abilities: ['project:create'] }],
    [`GET /platform/projects/${ref}`]: { ...project, status, failure, abilities },
    [`GET /platform/projects/${ref}/backups`]: { ...backups, ...change },
    [`GET /platform/projects/${ref}/look`]: { look: null },
    ...answers,
  })
  showSignedIn(inRouter(() => <BackupsPage projectRef={ref} onCreated={onCreated} />))
  return { sent, onCreated }
}

const field = () => screen.findByLabelText<HTMLInputElement>('Date and time')

it('says first which moments can be restored, and chooses the last one', async () => {
  open()
  expect(
    await screen.findByRole('heading', { name: /^Every moment from .* to .* can be restored\.$/ }),
  ).toBeVisible()
  expect(Date.parse((await field()).value)).toBe(Date.parse(UNTIL))
  expect(screen.getByText('2026-03-08 12:00:00 UTC')).toBeVisible()
})

it('moves the moment with arrow keys, by minutes, seconds and hours', async () => {
  open()
  const slider = await screen.findByRole('slider', { name: 'Moment to restore' })
  slider.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByText('2026-03-08 11:59:00 UTC')).toBeVisible()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(screen.getByText('2026-03-08 11:58:59 UTC')).toBeVisible()
  await userEvent.keyboard('{PageDown}')
  expect(screen.getByText('2026-03-08 10:58:59 UTC')).toBeVisible()
  await userEvent.keyboard('{Home}')
  expect(screen.getByText('2026-03-01 12:00:00 UTC')).toBeVisible()
})

it('offers no restore for a moment that no backup reaches', async () => {
  open()
  fireEvent.change(await field(), { target: { value: '2025-01-01T00:00:00' } })
  expect(screen.getByRole('alert')).toHaveTextContent('This moment can’t be restored.')
  expect(screen.getByRole('button', { name: 'Restore this project' })).toBeDisabled()
  expect(await screen.findByRole('button', { name: 'Restore into a new project' })).toBeDisabled()
})

it('restores to the chosen second once the name of the project is typed', async () => {
  const { sent } = open({
    answers: {
      [`POST /platform/projects/${ref}/backups/restore`]: { ref, status: 'RESTORING' },
    },
  })
  const slider = await screen.findByRole('slider')
  slider.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.click(screen.getByRole('button', { name: 'Restore this project' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/kept for 7 days/)).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Restore this project' })
  expect(confirm).toBeDisabled()
  await userEvent.type(dialog.getByRole('textbox'), project.name)
  await userEvent.click(confirm)
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `POST /platform/projects/${ref}/backups/restore`,
      body: { target: { kind: 'time', at: '2026-03-08T11:59:00.000Z' } },
    }),
  )
})

it('opens the chosen moment beside the project, and no second one', async () => {
  const look = {
    moment: UNTIL,
    phase: 'copying',
    started_at: UNTIL,
    opened_at: null,
    ends_at: null,
    end: null,
  }
  const { sent } = open({ answers: { [`POST /platform/projects/${ref}/look`]: { look } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Look at the data' }))
  expect(await screen.findByText(/^Step 1 of 2/)).toBeVisible()
  expect(sent).toContainEqual({
    request: `POST /platform/projects/${ref}/look`,
    body: { target: { kind: 'time', at: UNTIL } },
  })
  expect(screen.queryByRole('button', { name: 'Look at the data' })).toBeNull()
})

it('shows the result of each backup, and what it can be used for', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Backups' }))
  expect(table.getByText('Restores without errors')).toBeInTheDocument()
  expect(table.getByText('The store is full.')).toBeInTheDocument()
  await userEvent.click(table.getByRole('button', { name: 'Actions for Before the upgrade' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Look at the data',
    'Restore this project',
    'Restore into a new project',
    'Verify',
    'Delete backup',
  ])
})

it('takes a backup under a name', async () => {
  const { sent } = open({
    answers: {
      [`POST /platform/projects/${ref}/backups`]: {
        ...backups.backups[0],
        id: '3',
        name: 'Now',
        status: 'waiting',
        completed_at: null,
        verification: null,
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Back up now' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Now')
  await userEvent.click(dialog.getByRole('button', { name: 'Back up now' }))
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `POST /platform/projects/${ref}/backups`,
      body: { name: 'Now' },
    }),
  )
})

it('offers members who can only read neither a backup nor a restore', async () => {
  open({ abilities: ['backup:read'] })
  await screen.findByRole('table', { name: 'Backups' })
  expect(screen.queryByRole('button', { name: /Restore|Back up/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})

it('names what the project was restored to, and offers to undo it but no further restore', async () => {
  const { sent } = open({
    change: {
      kept_state: {
        target: { kind: 'backup', id: '2' },
        restored_at: '2026-03-08T12:00:00.000Z',
        kept_until: '2026-03-15T12:00:00.000Z',
        size_bytes: 1024,
      },
    },
    answers: {
      [`POST /platform/projects/${ref}/backups/restore/undo`]: { ref, status: 'RESTORING' },
    },
  })
  expect(await screen.findByText(/^Restored to “Before the upgrade” of /)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Restore this project' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo restore' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Undo restore' }))
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(
      `POST /platform/projects/${ref}/backups/restore/undo`,
    ),
  )
})

it('explains a restore that failed, and offers another one but no backup', async () => {
  open({ status: 'RESTORE_FAILED' })
  expect(await screen.findByText('The restore failed')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Start project' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Restore this project' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
})

it('lets a restore be canceled while it runs', async () => {
  open({ status: 'RESTORING' })
  expect(await screen.findByRole('button', { name: 'Cancel restore' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Restore this project' })).toBeNull()
})

it.each([
  ['has no backup yet', { backups: [], reach: [] }, 'No backups yet'],
  ['makes no backups', { is_enabled: false, backups: [], reach: [] }, 'Backups are off'],
])('explains an empty page of an installation that %s', async (_name, change, title) => {
  open({ change })
  expect(await screen.findByText(title)).toBeVisible()
})

it('shows the command that copies the database as SQL', async () => {
  open()
  expect(await screen.findByLabelText('pg_dump command')).toHaveTextContent(
    `pg_dump '${project.connectionString}' --file ${ref}.sql`,
  )
  expect(screen.getByText(/It needs pg_dump 18 or newer/)).toBeVisible()
})

it('says which files are copied, and why they could not be copied the last time', async () => {
  open({
    change: {
      files: {
        copied_at: '2026-03-08T11:00:00.000Z',
        files: 1200,
        size_bytes: 2048,
        failure: 'The store of backups has no space left.',
      },
    },
  })
  expect(
    await screen.findByText(/^1,200 files \(2 kB\)\. The last change was copied/),
  ).toBeVisible()
  expect(screen.getByText('The store of backups has no space left.')).toBeVisible()
})

it('does not offer the data from before if a lost project could not be brought back', async () => {
  open({
    status: 'RESTORE_FAILED',
    failure: {
      code: 'project_not_recovered',
      message: 'The project could not be brought back.',
      hint: 'Restore an earlier moment of the project from its backups.',
      failed_at: '2026-03-08T11:00:00.000Z',
    },
  })
  expect(await screen.findByText('The project could not be brought back.')).toBeVisible()
  expect(screen.queryByText(/The data from before the restore/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start project' })).toBeNull()
})

it('warns if the backups are on the disk of the projects', async () => {
  open({ change: { is_on_same_disk: true } })
  expect(await screen.findByText('Backups are on the same disk as the projects')).toBeVisible()
})
