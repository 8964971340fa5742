import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../test/show.tsx'
import { QueryRunsSheet } from './query-runs-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

const { ref } = project
const id = '00000000-0000-4000-8000-000000000001'
const run = {
  id: '00000000-0000-4000-8000-000000000002',
  state: 'succeeded' as const,
  started_at: '2026-03-01T12:00:00.000Z',
  ended_at: '2026-03-01T12:00:01.000Z',
  row_count: 1,
  is_limited: false,
  first_value: 7,
  error: null,
}
const query = {
  id,
  name: 'Orders',
  sql: 'select count(*) from orders',
  schedule: '0 3 * * *',
  enabled: true,
  timeout_seconds: 15,
  mail_to: [],
  author: 'ada@example.com',
  next_run_at: null,
  last_run: run,
}

function show(abilities: readonly string[]) {
  const sent = answerWith({
    [`GET /platform/projects/${ref}`]: { ...project, abilities },
    [`GET /platform/alerts/${ref}/queries/${id}/runs`]: [run],
    [`GET /platform/alerts/${ref}/queries/${id}/runs/${run.id}`]: {
      ...run,
      columns: ['count'],
      rows: [['7']],
    },
  })
  showSignedIn(<QueryRunsSheet projectRef={ref} query={query} onClose={() => undefined} />)
  return sent
}

it('shows the rows of the last run', async () => {
  show(['alerts:read', 'database:write'])
  expect(await screen.findByRole('cell', { name: '7' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Show result' })).toBeVisible()
})

it('shows a member who can only read that the query ran, without its rows', async () => {
  const sent = show(['alerts:read', 'database:read'])
  expect(await screen.findByText(/Only members who can change data/)).toBeVisible()
  expect(screen.getByText('1 row')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show result' })).toBeNull()
  expect(sent.map(({ request }) => request)).not.toContain(
    `GET /platform/alerts/${ref}/queries/${id}/runs/${run.id}`,
  )
})
