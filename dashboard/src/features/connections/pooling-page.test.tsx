import type { PoolerFacts } from '@stoa/contract/platform/connection-pooling'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { PoolingPage } from './pooling-page.tsx'

const PROJECT = `/platform/projects/${project.ref}`
const facts: PoolerFacts = {
  version: '1.18.0',
  has_prepared_statements: false,
  max_pool_size: 30,
  max_clients: 200,
  database_user: `postgres.${project.ref}-pooler`,
  connection_string: `postgresql://postgres.${project.ref}-pooler:[YOUR-PASSWORD]@localhost:6543/postgres`,
}
const settings = { pool_mode: 'transaction', default_pool_size: 15 }

function show(pooler: PoolerFacts) {
  const sent = answerWith({
    [`GET ${PROJECT}`]: { ...project, abilities: ['project:read', 'project:update'] },
    [`GET ${PROJECT}/pooler`]: pooler,
    [`GET ${PROJECT}/config/connection-pooling`]: settings,
    [`PATCH ${PROJECT}/config/connection-pooling`]: { ...settings, default_pool_size: 20 },
  })
  showSignedIn(inRouter(() => <PoolingPage projectRef={project.ref} />))
  return sent
}

it('shows the address, says what does not work, and saves a size', async () => {
  const sent = show(facts)
  expect(await screen.findByText(facts.connection_string)).toBeVisible()
  const size = await screen.findByRole('spinbutton', { name: 'Pool size' })
  expect(await screen.findByText(/Named prepared statements do not work/)).toBeVisible()
  await userEvent.clear(size)
  await userEvent.type(size, '40')
  expect(screen.getByText(/accepts up to 30 connections/)).toBeVisible()
  await userEvent.clear(size)
  await userEvent.type(size, '20')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `PATCH ${PROJECT}/config/connection-pooling`,
      body: { default_pool_size: 20 },
    }),
  )
})

it('says how to get a pooler, and shows no address, where there is none', async () => {
  show({ ...facts, version: null })
  expect(await screen.findByText('No connection pooler')).toBeVisible()
  expect(screen.queryByText(facts.connection_string)).toBeNull()
  expect(screen.queryByRole('spinbutton')).toBeNull()
})
