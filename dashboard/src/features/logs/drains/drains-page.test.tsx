import type { LogDrain } from '@stoa/contract/services/logs/drains'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  answerWith,
  inRouter,
  installation,
  profile,
  project,
  showSignedIn,
} from '../../../../test/show.tsx'
import { DrainsPage } from './drains-page.tsx'
import { EMPTY_DRAIN, ofDrain, problemsOf, toDrain } from './drain-values.ts'

const ref = project.ref
const delivery: LogDrain['delivery'] = {
  state: 'failing',
  paused_reason: null,
  events_sent: 1234,
  events_dropped: 0,
  last_success_at: null,
  last_error_at: '2026-03-01T12:00:00.000Z',
  last_error: 'The destination returned 503: not now',
  failing_since: '2026-03-01T12:00:00.000Z',
  lag_ms: 180_000,
}
const drain: LogDrain = {
  id: '01890000-0000-4000-8000-000000000001',
  token: '01890000-0000-4000-8000-000000000001',
  name: 'Ours',
  description: '',
  sources: ['edge_logs'],
  inserted_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  delivery,
  type: 'webhook',
  config: {
    url: 'https://logs.example.com/in',
    format: 'ndjson',
    gzip: true,
    headers: { authorization: '' },
  },
}

const path = `/platform/projects/${ref}/analytics/log-drains`
const able = { ...project, abilities: [...project.abilities, 'logs:read', 'log_drains:write'] }
const answers = {
  'GET /platform/installation': installation,
  'GET /platform/profile': profile,
  [`GET /platform/projects/${ref}`]: able,
  'GET /platform/organizations': [],
  [`GET ${path}`]: [drain],
}

it('shows how the delivery goes, and the response to a test event', async () => {
  answerWith({
    ...answers,
    [`POST ${path}/${drain.token}/test`]: {
      is_accepted: false,
      status: 403,
      response: 'wrong key',
      duration_ms: 12,
    },
  })
  showSignedIn(inRouter(() => <DrainsPage projectRef={ref} />))
  const row = await screen.findByRole('row', { name: /Ours/ })
  expect(row).toHaveTextContent('Failing · 3 min behind')
  expect(row).toHaveTextContent('The destination returned 503: not now')
  expect(row).toHaveTextContent('1,234')
  await userEvent.click(within(row).getByRole('button', { name: /Actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send a test event' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send test event' }))
  expect(await screen.findByText(/Not accepted with status 403/)).toBeVisible()
  expect(screen.getByText('wrong key')).toBeVisible()
})

it('sends stored settings back as they were, with empty secrets', () => {
  const { name, sources, type, config } = drain
  expect(toDrain(ofDrain(drain))).toEqual({ name, sources, type, config })
})

it('finds the problems of each type of destination', () => {
  expect(problemsOf({ ...EMPTY_DRAIN, headers: 'no header' }, true)).toMatchObject({
    name: 'Enter a name.',
    headers: '“no header” is not a header.',
    url: 'Enter a URL that starts with https:// or http://.',
  })
  const bucket = { ...EMPTY_DRAIN, name: 'Ours', type: 's3', batch_timeout: '0' } as const
  expect(problemsOf(bucket, true).secret_access_key).toBe('Enter a secret access key.')
  expect(problemsOf(bucket, false).secret_access_key).toBeUndefined()
  expect(problemsOf(bucket, true).batch_timeout).toBe('Enter a number between 1 and 900.')
})
