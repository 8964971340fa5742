import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { exampleRoom } from '../../../test/example-room.ts'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { RoomsContext } from '../../components/rooms/rooms-context.ts'
import { ProjectHome } from './project-home.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const path = `GET /platform/projects/${project.ref}`
const figure = (name: string, title: string, value: number) => ({
  service: 'meta',
  name,
  title,
  unit: name === 'database_bytes' ? 'bytes' : 'count',
  value,
  is_estimate: name === 'rows',
})
const overview = {
  measured_at: '2026-03-01T12:00:00.000Z',
  figures: [
    figure('database_bytes', 'Database size', 9_830_400),
    figure('tables', 'Tables', 2),
    figure('rows', 'Rows', 3217),
  ],
  notices: [
    {
      service: 'meta',
      code: 'rls_disabled',
      severity: 'warning',
      title: 'Row level security is off',
      hint: 'Enable it.',
      tables: [{ id: 16_400, schema: 'public', name: 'orders' }],
      count: 1,
    },
    {
      service: 'notes',
      code: 'default_greeting',
      severity: 'info',
      title: 'Default greeting',
      hint: 'Choose one.',
      tables: [],
      count: 1,
    },
  ],
  has_requests: true,
  sample_tables: ['orders'],
}
// Two days: in the first, half the requests.
const series = {
  from: new Date(Date.now() - 48 * 3_600_000).toISOString(),
  step_seconds: 24 * 3600,
  series: [
    { metric: 'data-api.requests', values: [600, 1200] },
    { metric: 'data-api.server_errors', values: [0, 3] },
  ],
}
const answers = {
  'GET /platform/profile': profile,
  [path]: { ...project, abilities: ['reports:read'] },
  [`${path}/overview`]: overview,
  [`GET /platform/reports/${project.ref}/series`]: series,
  [`${path}/services`]: [{ name: 'rest', title: 'Data API', status: 'healthy', error: null }],
  [`GET /platform/projects/${project.ref}/content`]: [],
}
const show = () =>
  showSignedIn(
    inRouter(() => (
      <RoomsContext value={[exampleRoom(() => undefined)]}>
        <ProjectHome projectRef={project.ref} />
      </RoomsContext>
    )),
  )

it('shows figures, requests by service, and tables that need attention with a link', async () => {
  answerWith(answers)
  show()
  expect(await screen.findByText('9.38 MB')).toBeVisible()
  expect(screen.getByText('~3,217')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Choose a greeting' })).toHaveAttribute(
    'href',
    `/project/${project.ref}/settings/greetings`,
  )
  expect(
    await screen.findByRole('img', { name: /^Data API: 1,200 requests and 3 errors/ }),
  ).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'orders' })).toHaveAttribute(
    'href',
    `/project/${project.ref}/editor/16400`,
  )
  expect(screen.queryByText('Copy your URL and key')).toBeNull()
  expect(screen.getByText('1,200 requests')).toBeVisible()
  expect(screen.getByText('+100%')).toBeVisible()
  expect(screen.getByText('3 errors')).toBeVisible()
  expect(screen.getAllByText('No requests in this period')).toHaveLength(4)
  expect(screen.getByRole('link', { name: 'Data API' })).toHaveAttribute(
    'href',
    `/project/${project.ref}/reports/data-api`,
  )
})

it('shows the first steps until there is a table and a request', async () => {
  answerWith({ ...answers, [`${path}/overview`]: { ...overview, has_requests: false } })
  show()
  expect(await screen.findByText('Copy your URL and key')).toBeVisible()
  expect(screen.getByText('2 tables created')).toBeVisible()
  expect(screen.getByLabelText('supabase-js snippet')).toHaveTextContent("from('orders')")
})

it('hides the first steps from the user who hid them', async () => {
  answerWith({ ...answers, [`${path}/overview`]: { ...overview, has_requests: false } })
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('Copy your URL and key')).toBeNull()
  unmount()
  show()
  expect(await screen.findByText('9.38 MB')).toBeVisible()
  expect(screen.queryByText('Copy your URL and key')).toBeNull()
})

it('says why the first request returns no rows, and leads to the policies', async () => {
  const notices = overview.notices.map((notice) => ({ ...notice, code: 'no_policies' }))
  answerWith({ ...answers, [`${path}/overview`]: { ...overview, notices, has_requests: false } })
  show()
  expect(await screen.findByText(/empty until a policy allows reading orders/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create a policy' })).toHaveAttribute(
    'href',
    `/project/${project.ref}/database/policies`,
  )
})

it('shows the last known figures of a paused project, and the way to resume it', async () => {
  const paused = {
    ...project,
    status: 'INACTIVE',
    compute: 'stopped',
    abilities: ['project:pause'],
  }
  const sent = answerWith({ ...answers, [path]: paused })
  show()
  expect(await screen.findByRole('button', { name: 'Resume project' })).toBeVisible()
  expect(await screen.findByText(/Last read/)).toBeVisible()
  expect(sent.filter(({ request }) => request.includes('/meta/'))).toEqual([])
})

it('shows no first steps while nothing is known of the database', async () => {
  answerWith({
    ...answers,
    [`${path}/overview`]: { ...overview, measured_at: null, figures: [], has_requests: false },
  })
  show()
  expect(await screen.findByText(/appear here once the database has run/)).toBeVisible()
  expect(screen.queryByText('Create a table')).toBeNull()
})

it('says that the overview could not be loaded, without a skeleton', async () => {
  answerWith({
    ...answers,
    [`${path}/overview`]: Response.json({ code: 'x', message: 'No.' }, { status: 400 }),
  })
  show()
  expect(await screen.findByText('Could not load the overview')).toBeVisible()
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

it('says when the last backup was taken, with a link to the backups', async () => {
  const backup = {
    id: '1',
    name: null,
    status: 'complete',
    started_at: '2026-03-01T11:59:00.000Z',
    completed_at: '2026-03-01T12:00:00.000Z',
    size_bytes: 1,
    failure: null,
    verification: null,
  }
  answerWith({
    ...answers,
    [path]: { ...project, abilities: ['backup:read'] },
    [`${path}/backups`]: {
      is_enabled: true,
      backups: [{ ...backup, id: '2', status: 'running', completed_at: null }, backup],
      reach: [],
      retention_days: 7,
      is_on_same_disk: false,
      kept_state: null,
      files: null,
    },
  })
  show()
  const term = await screen.findByText('Last backup')
  const link = await within(term.parentElement ?? term).findByRole('link')
  expect(link).toHaveAttribute('href', `/project/${project.ref}/database/backups`)
  expect(link.querySelector('time')).toHaveAttribute('datetime', backup.completed_at)
})
