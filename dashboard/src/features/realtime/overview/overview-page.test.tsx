import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { OverviewPage } from './overview-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const MINUTE_MS = 60_000
const start = Date.parse('2026-03-01T12:00:00.000Z')
const quiet = {
  clients: 0,
  channels: 0,
  connections: 0,
  joins: 0,
  join_ms: 0,
  messages: 0,
  deliveries: 0,
  presences: 0,
  changes: 0,
  refusals: 0,
  errors: 0,
}
const minute = (index: number, counts: object = {}) => ({
  from: new Date(start + index * MINUTE_MS).toISOString(),
  ...quiet,
  ...counts,
})
const hour = (meter: string, amount: number) => ({
  service: 'realtime',
  meter,
  unit: 'count',
  hour: new Date(Date.now() - (Date.now() % 3_600_000)).toISOString(),
  amount,
})

function open() {
  const last = { clients: 7, joins: 4, join_ms: 20, messages: 30, refusals: 2 }
  answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: project,
    [`GET /platform/realtime/${project.ref}/metrics`]: {
      clients: 5,
      channels: 6,
      minutes: [
        ...Array.from({ length: 58 }, (_, index) => minute(index)),
        minute(58, { messages: 1000 }),
        minute(59, last),
      ],
    },
    [`GET /platform/projects/${project.ref}/usage`]: [hour('messages', 52_000), hour('errors', 3)],
  })
  showSignedIn(inRouter(() => <OverviewPage projectRef={project.ref} />))
}

const chart = (name: RegExp) => screen.findByRole('img', { name })

it('shows what is open now, and what happened in the last hour and the last day', async () => {
  open()
  expect(await chart(/^Clients: 5 now, at most 7$/)).toBeVisible()
  expect(await chart(/^Join time: 5 ms/)).toBeVisible()
  expect(await chart(/^Received: 1,030, at most 1,000$/)).toBeVisible()
  expect(await chart(/^Rejected: 2/)).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Last 24 hours' }))
  expect(await chart(/^Received: 52,000/)).toBeVisible()
  expect(await chart(/^Errors: 3/)).toBeVisible()
})

it('draws no line for a metric without events', async () => {
  open()
  await chart(/^Clients/)
  expect(screen.queryByRole('img', { name: /^Presence/ })).toBeNull()
})

it('lists the numbers of each minute in a table, newest first', async () => {
  open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Table' }))
  const table = await screen.findByRole('table', { name: 'Realtime metrics' })
  const [, newest, oldest, ...others] = within(table).getAllByRole('row')
  expect(others).toEqual([])
  expect(newest).toHaveTextContent('30')
  expect(oldest).toHaveTextContent('1,000')
})
