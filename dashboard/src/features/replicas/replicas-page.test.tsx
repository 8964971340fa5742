import type { ReadReplica } from '@stoa/contract/platform/read-replicas'
import { screen, waitFor, within } from '@testing-library/react'
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
import { ReplicasPage } from './replicas-page.tsx'
import { currencyOf, formatSeconds } from './words.ts'

const { ref } = project
const replica: ReadReplica = {
  identifier: `${ref}-rr-local-abcde`,
  region: 'local',
  state: 'streaming',
  failure: null,
  lag_bytes: 0,
  lag_seconds: 0,
  lag_samples: [],
  database_user: `postgres.${ref}-rr-local-abcde`,
  connection_string: `postgresql://postgres.${ref}-rr-local-abcde:[YOUR-PASSWORD]@localhost:6543/postgres`,
  created_at: '2026-03-01T12:00:00.000Z',
}
const url = `/platform/projects/${ref}/read-replicas`

function open(abilities: readonly string[], replicas: readonly ReadReplica[]) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    'GET /platform/projects': [],
    [`GET /platform/projects/${ref}`]: { ...project, abilities },
    [`GET ${url}`]: replicas,
    [`POST ${url}`]: replica,
    [`DELETE ${url}/${replica.identifier}`]: { identifier: replica.identifier },
  })
  showSignedIn(inRouter(() => <ReplicasPage projectRef={ref} />))
  return sent
}

it('adds the first read replica', async () => {
  const sent = open(['database:read', 'replica:write'], [])
  expect(await screen.findByText('No read replicas')).toBeVisible()
  await userEvent.click(
    screen.getAllByRole('button', { name: 'Add read replica' })[0] as HTMLElement,
  )
  await waitFor(() =>
    expect(sent).toContainEqual(expect.objectContaining({ request: `POST ${url}` })),
  )
})

it('shows address and failure, offers no third one, and asks before it removes one', async () => {
  const failure = {
    code: 'disk_full',
    message: 'The disk is full.',
    hint: 'Free some disk space.',
    failed_at: '2026-03-01T12:00:00.000Z',
  }
  const failed: ReadReplica = {
    ...replica,
    identifier: `${ref}-rr-local-fghij`,
    state: 'failed',
    failure,
  }
  const sent = open(['database:read', 'replica:write'], [replica, failed])
  const first = within(await screen.findByRole('article', { name: replica.identifier }))
  expect(first.getByText(replica.connection_string)).toBeVisible()
  expect(screen.getByText('The disk is full.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add read replica' })).toBeNull()
  await userEvent.click(first.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove read replica' }))
  await waitFor(() =>
    expect(sent).toContainEqual(
      expect.objectContaining({ request: `DELETE ${url}/${replica.identifier}` }),
    ),
  )
})

it('changes nothing for members who can only read', async () => {
  open(['database:read'], [replica])
  await screen.findByRole('article', { name: replica.identifier })
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add read replica' })).toBeNull()
})

it('says in words how current the data is', () => {
  expect(currencyOf(replica)).toBe('It has every change of the primary.')
  expect(currencyOf({ ...replica, lag_bytes: 2048, lag_seconds: 12.4 })).toBe(
    'It is 12 s and 2 kB behind the primary.',
  )
  expect([0.04, 3.21, 119, 600].map(formatSeconds)).toEqual(['0 s', '3.2 s', '119 s', '10 min'])
})
