import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { OverviewPage } from './overview-page.tsx'

const base = `/platform/auth/${project.ref}`

function open(abilities: string[]) {
  const entry = { created_at: null, action: 'login', ip: '127.0.0.1', traits: {} }
  answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET ${base}/metrics`]: {
      sign_ups: { day: 1, week: 20, month: 1300 },
      sign_ins: null,
      active_users: { day: 4, week: 5, month: 6 },
    },
    [`GET ${base}/audit`]: {
      entries: Array.from({ length: 12 }, (_, index) => ({
        ...entry,
        id: String(index),
        actor: `user${index}@example.com`,
      })),
      next_cursor: 'more',
    },
    [`GET /platform/projects/${project.ref}/usage`]: [
      {
        service: 'auth',
        meter: 'requests',
        unit: 'count',
        hour: '2026-03-01T12:00:00.000Z',
        amount: 40,
      },
      {
        service: 'auth',
        meter: 'client_errors',
        unit: 'count',
        hour: '2026-03-01T12:00:00.000Z',
        amount: 3,
      },
      {
        service: 'rest',
        meter: 'requests',
        unit: 'count',
        hour: '2026-03-01T12:00:00.000Z',
        amount: 500,
      },
    ],
  })
  showSignedIn(inRouter(() => <OverviewPage projectRef={project.ref} />))
}

afterEach(() => vi.unstubAllGlobals())

it('shows the counts, the requests to auth, and the newest entries of the audit log', async () => {
  open(['auth:read'])
  const signUps = await screen.findByRole('row', { name: /^Sign-ups/ })
  expect(
    within(signUps)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '20', '1,300'])
  expect(screen.getByRole('row', { name: /^Sign-ins/ })).toHaveTextContent('Too many')
  expect(await screen.findByText('40')).toBeVisible()
  const log = await screen.findByRole('table', { name: 'Audit log' })
  expect(within(log).getAllByRole('row')).toHaveLength(11)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('names the missing permission', async () => {
  open([])
  expect(await screen.findByText('This page shows the activity of users.')).toBeVisible()
})
