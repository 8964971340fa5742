import type { AlertRule } from '@stoa/contract/services/alerts/rules'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  answerWith,
  inRouter,
  organization,
  profile,
  project,
  showSignedIn,
} from '../../../test/show.tsx'
import { AlertsPage } from './alerts-page.tsx'

const { ref } = project

const rule: AlertRule = {
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a00',
  name: 'Errors',
  condition: {
    kind: 'metric',
    metric: 'gateway.server_errors',
    percent_of: 'gateway.requests',
    comparison: 'above',
    threshold: 5,
  },
  minutes: 5,
  severity: 'critical',
  enabled: true,
  notifies_owners: true,
  channel_ids: [],
  repeat_minutes: null,
  is_default: true,
  state: 'firing',
  state_since: '2026-03-01T12:00:00.000Z',
  value: 12.345,
  evaluated_at: '2026-03-01T12:05:00.000Z',
  unevaluated: null,
  snoozed_until: null,
}
const asleep: AlertRule = {
  ...rule,
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a01',
  name: 'CPU',
  state: 'ok',
  state_since: null,
  value: null,
  unevaluated: 'asleep',
}

function open(abilities: readonly string[]) {
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    [`GET /platform/projects/${ref}`]: { ...project, abilities },
    [`GET /platform/alerts/${ref}/rules`]: [rule, asleep],
    [`GET /platform/alerts/${ref}/queries`]: [],
  })
  showSignedIn(inRouter(() => <AlertsPage projectRef={ref} />))
}

const row = async (name: string) => {
  const cell = await screen.findByText(name)
  const found = cell.closest('tr')
  if (!found) throw new Error('The name is not in a table')
  return within(found)
}

it('shows the state of each alert with its condition and value', async () => {
  open(['alerts:read'])
  const errors = await row('Errors')
  expect(errors.getByText('Responses with status 5xx above 5% of Requests')).toBeVisible()
  expect(errors.getByText('Firing')).toBeVisible()
  expect(errors.getByText('12.35%')).toBeInTheDocument()
  const cpu = await row('CPU')
  expect(cpu.getByText('Not evaluated').parentElement).toHaveAttribute(
    'title',
    'Not evaluated: the project is asleep.',
  )
})

it('offers changes to members who can make them', async () => {
  open(['alerts:read', 'alerts:write'])
  await row('Errors')
  expect(screen.getByRole('button', { name: 'New alert' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Errors' }))
  expect(screen.getByRole('menuitem', { name: 'Snooze for 1 day' })).toBeVisible()
})

it('offers only the history to members who can read', async () => {
  open(['alerts:read'])
  await row('Errors')
  expect(screen.queryByRole('button', { name: 'New alert' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Errors' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['History'])
})
