import { METRIC_NAMES, type MetricName } from '@stoa/contract/catalog/metrics'
import { useSearch } from '@tanstack/react-router'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { AreaPage } from './area-page.tsx'
import { OverviewPage } from './overview-page.tsx'
import { reportPageOf } from './report-pages.ts'
import { ReportsSearch } from './reports-search.ts'

afterEach(() => vi.unstubAllGlobals())

const ref = project.ref
const FROM = Date.now() - (Date.now() % 60_000) - 3 * 60_000

/** Three minutes of every metric; in the middle one, the project slept. */
const series = (values: Partial<Record<MetricName, (number | null)[]>>) => ({
  from: new Date(FROM).toISOString(),
  step_seconds: 60,
  series: METRIC_NAMES.map((metric) => ({ metric, values: values[metric] ?? [null, null, null] })),
})

const answers = (values: Parameters<typeof series>[0] = {}) => ({
  'GET /platform/profile': profile,
  [`GET /platform/projects/${ref}`]: { ...project, abilities: ['reports:read', 'logs:read'] },
  [`GET /platform/reports/${ref}/series`]: series(values),
  [`GET /platform/logs/${ref}/storage`]: {
    bytes: 1,
    max_bytes: 10,
    retention_days: 7,
    oldest: null,
    dropped: 0,
    damaged_files: 0,
  },
  [`POST /platform/logs/${ref}/query`]: {
    columns: ['method', 'path', 'status', 'requests', 'p95_ms'].map((name) => ({
      name,
      type: 'varchar',
    })),
    rows: [['GET', '/rest/v1/todos', 500, 3, 12.5]],
    is_truncated: false,
    duration_ms: 1,
  },
})

/** A page with the range in its URL, which the test can read. */
function show(slug?: 'database' | 'auth') {
  const url: { search: ReportsSearch } = { search: {} }
  const page = slug && reportPageOf(slug)
  function Page() {
    const given: Record<string, unknown> = useSearch({ strict: false })
    url.search = ReportsSearch(given)
    return page ? (
      <AreaPage projectRef={ref} page={page} search={url.search} />
    ) : (
      <OverviewPage projectRef={ref} search={url.search} />
    )
  }
  showSignedIn(inRouter(Page))
  return url
}

const card = (name: RegExp) => {
  const figure = screen.getByRole('img', { name }).closest('figure')
  return within(figure ?? document.body)
}

it('shows the values of one moment in all charts of a page', async () => {
  answerWith(
    answers({
      'auth.requests': [3, null, 9],
      'auth.latency_p95': [10, null, 30],
    }),
  )
  show('auth')
  const requests = await screen.findByRole('slider', { name: 'Time of Requests' })
  expect(card(/^Requests/).getByText('12')).toBeVisible()
  requests.focus()
  await userEvent.keyboard('{End}')
  expect(card(/^Requests/).getByText('9', { selector: 'li span' })).toBeVisible()
  expect(card(/^Response time/).getByText('30 ms', { selector: 'li span' })).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  expect(requests).toHaveAttribute('aria-valuetext', expect.stringContaining('All not measured'))
})

it('zooms to the selected time with the keyboard and with a drag', async () => {
  answerWith(answers({ 'auth.requests': [3, 4, 9] }))
  const url = show('auth')
  const requests = await screen.findByRole('slider', { name: 'Time of Requests' })
  requests.focus()
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}')
  await vi.waitFor(() =>
    expect(url.search).toEqual({
      from: new Date(FROM).toISOString(),
      to: new Date(FROM + 120_000).toISOString(),
      live: undefined,
    }),
  )
  const again = await screen.findByRole('slider', { name: 'Time of Requests' })
  again.setPointerCapture = () => undefined
  fireEvent.pointerDown(again, { button: 0, clientX: 0 })
  fireEvent.pointerMove(again, { clientX: 10_000 })
  fireEvent.pointerUp(again, { clientX: 10_000 })
  await vi.waitFor(() => expect(url.search.to).toBe(new Date(FROM + 180_000).toISOString()))
})

it('lists the values of a chart in a table', async () => {
  answerWith(answers({ 'auth.requests': [3, null, 9], 'auth.server_errors': [0, null, 1] }))
  show('auth')
  await userEvent.click(await screen.findByRole('button', { name: 'Table of Requests' }))
  const rows = within(screen.getByRole('table', { name: 'Requests' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent?.replace(/[\d:]{8}/, ''))).toEqual([
    'TimeRequests: AllRequests: 4xxRequests: 5xx',
    '9–1',
    '3–0',
  ])
})

it('says that nothing was measured, apart from values that were zero', async () => {
  answerWith(answers({ deadlocks: [0, 0, 0], locks: [0, 0, 0] }))
  show('database')
  const locks = (await screen.findByText('Locks')).closest('figure')
  expect(within(locks ?? document.body).getByText('Zero during this time.')).toBeVisible()
  const cpu = screen.getByText('CPU').closest('figure')
  expect(within(cpu ?? document.body).getByText(/Nothing was measured/)).toBeVisible()
})

it('links each route to its requests in the logs', async () => {
  answerWith(answers({ 'gateway.requests': [3, 4, 9] }))
  show()
  const errors = await screen.findByRole('table', { name: 'Top errors' })
  expect(within(errors).getByRole('link')).toHaveAttribute(
    'href',
    `/project/${ref}/logs/edge-logs?range=60m&filters=${encodeURIComponent('method=GET;path=/rest/v1/todos;status=500')}`,
  )
})

it('shows the share of failed requests of each service', async () => {
  answerWith(answers({ 'auth.requests': [90, null, 10], 'auth.server_errors': [4, null, 1] }))
  show()
  const services = await screen.findByRole('table', { name: 'Services' })
  const row = within(services).getByRole('row', { name: /^Auth/ })
  expect(within(row).getByText('100')).toBeVisible()
  expect(within(row).getByText('5%')).toBeVisible()
})

it('shows why a report could not be loaded', async () => {
  answerWith({
    ...answers(),
    [`GET /platform/reports/${ref}/series`]: Response.json(
      { code: 'metrics_unavailable', message: 'The metrics cannot be read.' },
      { status: 400 },
    ),
  })
  show('auth')
  expect(await screen.findByText('Could not load the report')).toBeVisible()
  expect(screen.getByText('The metrics cannot be read.')).toBeVisible()
})
