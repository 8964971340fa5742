import type { Look } from '@stoa/contract/platform/looks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { PastPage } from './past-page.tsx'

const { ref } = project
const ALL = ['backup:read', 'backup:create', 'database:read', 'database:write']
const look = {
  moment: '2026-03-08T12:00:00.000Z',
  phase: 'open',
  started_at: '2026-03-08T12:30:00.000Z',
  opened_at: '2026-03-08T12:31:00.000Z',
  ends_at: '2026-03-08T13:01:00.000Z',
  end: null,
} satisfies Look
const todos = {
  id: 1,
  schema: 'public',
  name: 'todos',
  kind: 'table',
  estimated_rows: 12,
  select: 'select * from public.todos limit 100',
  can_bring_back: true,
}

function open(shown: Look | null, abilities = ALL) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${ref}`]: { ...project, abilities },
    [`GET /platform/projects/${ref}/look`]: { look: shown },
    [`GET /platform/meta/${ref}/look/tables`]: [todos],
    [`POST /platform/meta/${ref}/look/query`]: {
      results: [{ command: 'SELECT', columns: [], rows: [], row_count: 0, is_limited: false }],
      commands: [],
      notices: [],
      ended: 'committed',
      duration_ms: 3,
    },
    [`POST /platform/meta/${ref}/look/bring-back/preview`]: {
      rows: 3,
      present: 1,
      target: 'todos_from_20260308_120000',
    },
    [`POST /platform/meta/${ref}/look/bring-back`]: {
      schema: 'public',
      table: 'todos_from_20260308_120000',
      rows: 3,
      inserted: 3,
      before: 0,
      after: 3,
    },
  })
  showSignedIn(inRouter(() => <PastPage projectRef={ref} />))
  return sent
}

/** In a narrow window, the tables are in a panel. */
async function chooseTodos() {
  await userEvent.click(await screen.findByRole('button', { name: 'Tables' }))
  await userEvent.click(await screen.findByRole('button', { name: /^todos/ }))
}

it('explains that no moment is open, and how far one is', async () => {
  open(null)
  expect(await screen.findByText('No earlier moment is open')).toBeVisible()
  open({ ...look, phase: 'replaying', opened_at: null, ends_at: null })
  expect(await screen.findByText(/^Step 2 of 2/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
})

it('says why a moment was closed', async () => {
  open({
    ...look,
    phase: 'ended',
    ends_at: null,
    end: { code: 'look_idle', message: 'Nobody used it.', hint: 'Open it again.' },
  })
  expect(await screen.findByText('Nobody used it.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeVisible()
})

it('shows the rows of a chosen table, and brings rows back after it has counted them', async () => {
  const sent = open(look)
  await chooseTodos()
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `POST /platform/meta/${ref}/look/query`,
      body: expect.objectContaining({ sql: todos.select }),
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Bring back rows of todos' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Only rows where'), { target: { value: 'id > 1' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Count rows' }))
  const counted = within(await screen.findByRole('dialog', { name: 'Bring back 3 rows' }))
  expect(counted.getByText(/gets the table public\.todos_from_20260308_120000/)).toBeVisible()
  await userEvent.click(counted.getByRole('button', { name: 'Bring back' }))
  const body = { schema: 'public', table: 'todos', where: 'id > 1', into: 'new_table' }
  await waitFor(() =>
    expect(sent).toContainEqual({ request: `POST /platform/meta/${ref}/look/bring-back`, body }),
  )
})

it('lets members who can only read look, and nothing else', async () => {
  open(look, ['backup:read', 'database:read'])
  await chooseTodos()
  expect(screen.queryByRole('button', { name: /Bring back|Close/ })).toBeNull()
})
