import { METRIC_NAMES } from '@stoa/contract/catalog/metrics'
import type { ReportBlock } from '@stoa/contract/platform/custom-reports'
import { useSearch } from '@tanstack/react-router'
import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { ReportsSearch } from '../reports-search.ts'
import { CustomReportPage } from './custom-report-page.tsx'
import { reportText } from './report-text.ts'

const NOW = Date.parse('2026-03-01T12:00:30.000Z')
beforeEach(() => {
  // A page that closes keeps what was not saved.
  localStorage.clear()
  // A minute that begins during a test would shift the values.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ref = project.ref
const ID = '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de'
const QUERY = '7f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de'
const FROM = NOW - 30_000 - 2 * 3_600_000

const cpu: ReportBlock = {
  id: 'cpu',
  kind: 'metric',
  title: '',
  metric: 'cpu_percent',
  view: 'line',
  width: 3,
  height: 2,
}
const requests: ReportBlock = {
  ...cpu,
  id: 'requests',
  metric: 'gateway.requests',
  view: 'number',
  height: 1,
}
const orders: ReportBlock = {
  id: 'orders',
  kind: 'query',
  title: 'Orders',
  snippet_id: QUERY,
  view: 'table',
  chart: null,
  width: 3,
  height: 2,
}

const summary = {
  id: ID,
  type: 'report',
  name: 'Load',
  version: 1,
  inserted_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  visibility: 'private',
  folder_id: null,
  is_favorite: false,
  is_own: true,
  can_edit: true,
  author: 'Ada',
  updated_by: 'Ada',
}

type Shown = {
  blocks?: ReportBlock[]
  change?: object
  abilities?: string[]
  answers?: Record<string, unknown>
}

/** Shows a report of two hours of one hour, in the second of which the values doubled. */
async function show({ blocks = [cpu, requests, orders], change, abilities, answers }: Shown = {}) {
  const minutes = Array.from({ length: 120 }, (_, index) => (index < 60 ? 1 : 2))
  const sql = reportText({ range: '1h', refresh_seconds: 0, blocks })
  const stored = { ...summary, ...change }
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${ref}`]: {
      ...project,
      abilities: abilities ?? ['reports:read', 'content:write', 'content:share', 'database:write'],
    },
    [`GET /platform/projects/${ref}/content`]: [stored],
    [`GET /platform/projects/${ref}/content/${ID}`]: { ...stored, sql },
    [`PUT /platform/projects/${ref}/content/${ID}`]: { ...stored, sql, version: 2 },
    [`GET /platform/projects/${ref}/content/${QUERY}`]: {
      ...summary,
      id: QUERY,
      type: 'sql',
      name: 'All orders',
      sql: 'select id from orders',
    },
    [`POST /platform/meta/${ref}/query`]: {
      results: [
        {
          command: 'SELECT',
          columns: [{ name: 'id', type: 'int4' }],
          rows: [['17']],
          row_count: 1,
          is_limited: false,
        },
      ],
      commands: [],
      notices: [],
      ended: 'committed',
      duration_ms: 1,
    },
    [`GET /platform/reports/${ref}/series`]: {
      from: new Date(FROM).toISOString(),
      step_seconds: 60,
      series: METRIC_NAMES.map((metric) => ({ metric, values: minutes })),
    },
    [`GET /platform/logs/${ref}/storage`]: {
      bytes: 1,
      max_bytes: 10,
      retention_days: 7,
      oldest: null,
      dropped: 0,
      damaged_files: 0,
    },
    ...answers,
  })
  const url: { search: ReportsSearch } = { search: {} }
  function Page() {
    const given: Record<string, unknown> = useSearch({ strict: false })
    url.search = ReportsSearch(given)
    return <CustomReportPage projectRef={ref} reportId={ID} search={url.search} />
  }
  showSignedIn(inRouter(Page))
  await screen.findByRole('heading', { name: /^Load/, level: 1 })
  const savedBlocks = (): ReportBlock[] => {
    const last = sent.findLast(({ request }) => request.startsWith('PUT'))
    const { sql: text }: { sql: string } = Object.assign({ sql: '{}' }, last?.body)
    return JSON.parse(text).blocks
  }
  return { sent, url, savedBlocks }
}

const block = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}, block`) })
const order = () =>
  Array.from(
    document.querySelectorAll<HTMLElement>('[data-block]'),
    ({ dataset }) => dataset['block'],
  )

it('moves and resizes a block with the keyboard, says so, and saves it', async () => {
  const { savedBlocks } = await show()
  const first = await block('CPU')
  first.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(order()).toEqual(['requests', 'cpu', 'orders'])
  expect(first).toHaveFocus()
  expect(screen.getByText('Block 2 of 3')).toBeInTheDocument()
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{ArrowDown}{/Shift}')
  expect(screen.getByText('CPU: 4 of 6 columns, 4 rows')).toBeInTheDocument()
  await vi.waitFor(() => expect(savedBlocks()[1]).toMatchObject({ width: 4, height: 4 }), 5000)
  expect(savedBlocks().map(({ id }) => id)).toEqual(['requests', 'cpu', 'orders'])
})

it('keeps a block within the sizes that can be read', async () => {
  await show({ blocks: [cpu] })
  const only = await block('CPU')
  only.focus()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{ArrowUp}{/Shift}')
  expect(screen.getByText('CPU: 2 of 6 columns, 2 rows')).toBeInTheDocument()
})

it('leaves the keys of a chart in a block alone', async () => {
  await show()
  const slider = await screen.findByRole('slider', { name: 'Time of CPU' })
  slider.focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(screen.queryByText(/of 6 columns/)).toBeNull()
})

it('moves a block that is dropped beside another', async () => {
  await show()
  const [from, to] = [await block('CPU'), await block('Orders')]
  const data = new Map<string, string>()
  const dataTransfer = {
    types: ['application/x-stoa-block'],
    setData: (type: string, text: string) => data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  }
  fireEvent.dragStart(within(from).getByTitle('Drag to move'), { dataTransfer })
  const over = createEvent.dragOver(to, { dataTransfer })
  Object.defineProperty(over, 'clientX', { value: 10 })
  fireEvent(to, over)
  fireEvent.drop(to, { dataTransfer })
  expect(order()).toEqual(['requests', 'orders', 'cpu'])
})

it('resizes a block by its corner', async () => {
  await show()
  const target = await block('CPU')
  const grid = target.parentElement ?? document.body
  grid.getBoundingClientRect = () => new DOMRect(0, 0, 600, 600)
  const handle = within(target).getByTitle('Drag to resize')
  handle.setPointerCapture = () => undefined
  fireEvent.pointerDown(handle, { button: 0, clientX: 300, clientY: 250 })
  fireEvent.pointerMove(handle, { clientX: 505, clientY: 380 })
  fireEvent.pointerUp(handle)
  expect(screen.getByText('CPU: 5 of 6 columns, 3 rows')).toBeInTheDocument()
})

it('removes a block and brings it back', async () => {
  await show()
  const target = await block('CPU')
  target.focus()
  await userEvent.keyboard('{Delete}')
  expect(order()).toEqual(['requests', 'orders'])
})

it('shows the change of a metric against the period before', async () => {
  await show()
  const number = within(await block('Requests'))
  expect(await number.findByText('120')).toBeVisible()
  expect(number.getByText('+100%')).toBeVisible()
})

it('lists the values of a chart in a table', async () => {
  await show()
  const chart = within(await block('CPU'))
  await userEvent.click(await chart.findByRole('button', { name: 'Table of CPU' }))
  expect(chart.getAllByRole('row')).toHaveLength(61)
})

it('runs a saved query so that it can only read', async () => {
  const { sent } = await show()
  expect(await screen.findByText('17')).toBeVisible()
  const run = sent.find(({ request }) => request.endsWith('/query'))
  expect(run?.body).toMatchObject({ sql: 'select id from orders', read_only: true })
})

it('does not start a sleeping database until a person asks for it', async () => {
  const { sent } = await show({
    answers: {
      [`GET /platform/projects/${ref}`]: {
        ...project,
        compute: 'sleeping',
        abilities: ['reports:read'],
      },
    },
  })
  const query = within(await block('Orders'))
  const run = await query.findByRole('button', { name: 'Run query' })
  expect(sent.some(({ request }) => request.endsWith('/query'))).toBe(false)
  await userEvent.click(run)
  expect(await query.findByText('17')).toBeVisible()
})

it('says that a query is not there or not shared', async () => {
  await show({
    answers: {
      [`GET /platform/projects/${ref}/content/${QUERY}`]: Response.json(
        { code: 'snippet_not_found', message: 'This snippet does not exist.' },
        { status: 404 },
      ),
    },
  })
  expect(await screen.findByText(/deleted, or its author does not share it/)).toBeVisible()
})

it('offers no changes to members who can only view it', async () => {
  const { sent } = await show({ change: { can_edit: false, is_own: false, visibility: 'shared' } })
  const target = await block('CPU')
  target.focus()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Delete}')
  expect(order()).toEqual(['cpu', 'requests', 'orders'])
  expect(screen.queryByRole('button', { name: 'Add block' })).toBeNull()
  expect(screen.queryByTitle('Drag to resize')).toBeNull()
  expect(screen.getByText(/You can view this report but not change it/)).toBeVisible()
  expect(sent.some(({ request }) => request.startsWith('PUT'))).toBe(false)
})

it('keeps the last hour in the URL, and as the range that the report opens with', async () => {
  const { url } = await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Time range: Last hour' }))
  await userEvent.click(screen.getByRole('button', { name: 'Last 24 hours' }))
  await vi.waitFor(() => expect(url.search).toMatchObject({ range: '24h' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Time range: Last 24 hours' }))
  await userEvent.click(screen.getByRole('button', { name: 'Last hour' }))
  await vi.waitFor(() => expect(url.search).toMatchObject({ range: '1h' }))
})

it('adds a metric', async () => {
  await show({ blocks: [] })
  const [add] = await screen.findAllByRole('button', { name: 'Add block' })
  await userEvent.click(add ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a block' }))
  await userEvent.click(dialog.getByLabelText('Metric', { selector: 'button[aria-haspopup]' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Deadlocks/ }))
  await userEvent.click(dialog.getByRole('radio', { name: 'Number' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add block' }))
  expect(await block('Deadlocks')).toBeVisible()
})

it('asks which version to keep, in words, when somebody else saved the report', async () => {
  const theirs = {
    ...summary,
    version: 5,
    sql: reportText({ range: '7d', refresh_seconds: 0, blocks: [requests] }),
  }
  await show({
    answers: {
      [`PUT /platform/projects/${ref}/content/${ID}`]: Response.json(
        { code: 'snippet_changed', message: 'Changed', details: theirs },
        { status: 409 },
      ),
    },
  })
  const target = await block('CPU')
  target.focus()
  await userEvent.keyboard('{Delete}')
  const dialog = within(
    await screen.findByRole(
      'dialog',
      { name: 'This report was changed elsewhere' },
      { timeout: 5000 },
    ),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Take theirs' }))
  expect(order()).toEqual(['requests'])
})

it('opens the draft of a tab that was closed before the report was saved', async () => {
  localStorage.setItem(
    `stoa.sql-draft.${ref}.${ID}`,
    JSON.stringify({
      type: 'report',
      name: 'Load',
      sql: reportText({ range: '1h', refresh_seconds: 0, blocks: [requests] }),
      base_version: 1,
      kept_at: '2026-03-01T12:00:00.000Z',
    }),
  )
  const { savedBlocks } = await show()
  await block('Requests')
  expect(order()).toEqual(['requests'])
  await vi.waitFor(() => expect(savedBlocks()).toHaveLength(1), 5000)
})
