import type { LogRow } from '@stoa/contract/services/logs/logs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  answerWith,
  inRouter,
  installation,
  profile,
  project,
  showSignedIn,
} from '../../../test/show.tsx'
import { ActionsProvider } from '../../components/actions/actions.tsx'
import { logPageOf } from './log-pages.ts'
import { LogsPage } from './logs-page.tsx'
import type { LogsSearch } from './url/logs-search.ts'

const ref = project.ref
const START = Date.parse('2026-03-01T12:00:00.000Z')

const event = (index: number): LogRow => ({
  id: `e${index}`,
  timestamp: (START - index * 1000) * 1000,
  source: 'edge_logs',
  severity: index === 1 ? 'error' : 'info',
  message: `Event ${index}`,
  status: index === 1 ? 500 : 200,
  method: 'GET',
  host: 'localhost',
  path: `/rest/v1/table_${index}`,
  user: null,
  duration_ms: 3,
  request_id: `r${index}`,
})

const storage = {
  bytes: 1,
  max_bytes: 10,
  retention_days: 7,
  oldest: null,
  dropped: 0,
  damaged_files: 0,
}
const facets = {
  source: [{ value: 'edge_logs', count: 3 }],
  severity: [{ value: 'error', count: 1 }],
  status: [{ value: '500', count: 1 }],
  method: [],
  host: [],
  path: [],
  user: [],
}
const histogram = {
  bucket_ms: 60_000,
  buckets: [0, 1].map((minute) => ({
    from: (START + minute * 60_000) * 1000,
    debug: 0,
    info: minute,
    warning: 0,
    error: 1,
  })),
}

const answers = (events: readonly LogRow[]) => ({
  'GET /platform/profile': profile,
  'GET /platform/installation': installation,
  [`GET /platform/projects/${ref}`]: { ...project, abilities: ['logs:read'] },
  [`POST /platform/logs/${ref}/search`]: { events, has_more: false, dropped: 0 },
  [`POST /platform/logs/${ref}/histogram`]: histogram,
  [`POST /platform/logs/${ref}/facets`]: facets,
  [`GET /platform/logs/${ref}/storage`]: storage,
  [`GET /platform/logs/${ref}/sources/edge_logs/events/e1`]: {
    ...event(1),
    metadata: { request: { ip: '10.0.0.1' } },
  },
  [`GET /platform/logs/${ref}/sources/edge_logs/events/e2`]: { ...event(2), metadata: {} },
})

// The window is wide, and has room for rows.
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('>='),
    addEventListener() {},
    removeEventListener() {},
  }))
})

/** The page with a URL, which the test can read. */
function show(first: LogsSearch = {}) {
  const url: { search: LogsSearch } = { search: first }
  const page = logPageOf('edge-logs')
  function Page() {
    const [search, setSearch] = useState(first)
    url.search = search
    return page ? (
      <ActionsProvider>
        <LogsPage
          projectRef={ref}
          page={page}
          search={search}
          onSearch={(change) => setSearch((before) => ({ ...before, ...change }))}
          onExplore={() => undefined}
        />
      </ActionsProvider>
    ) : null
  }
  showSignedIn(inRouter(Page))
  return url
}

const grid = () => screen.findByRole('grid', { name: 'API gateway' })

it('moves through events by keyboard, with the details of each', async () => {
  answerWith(answers([event(0), event(1), event(2)]))
  const url = show()
  const table = await grid()
  table.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(url.search.event).toMatch(/^edge_logs:\d+:e1$/)
  const panel = await screen.findByRole('complementary', { name: 'Event' })
  expect(await within(panel).findByText('10.0.0.1')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  expect(url.search.event).toMatch(/:e2$/)
  expect(table).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(url.search.event).toBeUndefined()
})

it('filters by a field of the open event, and by its opposite', async () => {
  answerWith(answers([event(0), event(1)]))
  const url = show({ event: `edge_logs:${event(1).timestamp}:e1` })
  const panel = await screen.findByRole('complementary', { name: 'Event' })
  await userEvent.click(await within(panel).findByRole('button', { name: 'Show only this Status' }))
  expect(url.search.filters).toBe('status=500')
  await userEvent.click(within(panel).getByRole('button', { name: 'Hide this request.ip' }))
  expect(url.search.filters).toBe('status=500;metadata.request.ip<>10.0.0.1')
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Status is 500' }))
  expect(url.search.filters).toBe('metadata.request.ip<>10.0.0.1')
})

it('asks for the events that the URL describes', async () => {
  const sent = answerWith(answers([event(1)]))
  show({
    search: 'todos',
    filters: 'status>=500',
    from: '2026-03-01T10:00:00Z',
    to: '2026-03-01T11:00:00Z',
  })
  await grid()
  expect(sent.find(({ request }) => request.endsWith('/search'))?.body).toEqual({
    from: '2026-03-01T10:00:00.000Z',
    to: '2026-03-01T11:00:00.000Z',
    sources: ['edge_logs'],
    filters: [{ field: 'status', operator: '>=', values: ['500'] }],
    search: 'todos',
    limit: 200,
  })
})

it('selects events and zooms with the keyboard', async () => {
  answerWith(answers([event(0), event(1), event(2)]))
  const url = show()
  const table = await grid()
  table.focus()
  await userEvent.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}')
  expect(await screen.findByText('2 events selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('2 events selected')).toBeNull()
  const chart = await screen.findByRole('slider', { name: 'Events over time' })
  chart.focus()
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}')
  expect(url.search).toMatchObject({
    from: '2026-03-01T12:00:00.000Z',
    to: '2026-03-01T12:02:00.000Z',
  })
})

it('says what will appear while nothing is logged, and what went wrong after a failure', async () => {
  answerWith(answers([]))
  show()
  expect(await screen.findByText('Nothing logged yet')).toBeVisible()
})

it('shows a failure with its reason', async () => {
  answerWith({
    ...answers([]),
    [`POST /platform/logs/${ref}/search`]: Response.json(
      { code: 'log_filter_invalid', message: 'The filter on x cannot be used.' },
      { status: 400 },
    ),
  })
  show()
  await waitFor(() => expect(screen.getByText('The filter on x cannot be used.')).toBeVisible())
})
