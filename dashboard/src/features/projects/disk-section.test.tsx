import type { DiskUsage } from '@stoa/contract/platform/disk'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { DiskSection } from './disk-section.tsx'

afterEach(() => vi.unstubAllGlobals())

const GB = 1024 ** 3
const path = `/platform/projects/${project.ref}/disk`
const disk: DiskUsage = {
  used_bytes: 2 * GB,
  limit_bytes: 8 * GB,
  closed_from_bytes: 10 * GB,
  state: 'writable',
  cause: null,
  read_only_since: null,
}
const show = (change: Partial<DiskUsage> = {}, isOperator = false) => {
  answerWith({
    [`GET ${path}`]: { ...disk, ...change },
    [`PUT ${path}`]: { ...disk, limit_bytes: 16 * GB },
    'GET /platform/profile': { ...profile, is_operator: isOperator },
  })
  showSignedIn(inRouter(() => <DiskSection projectRef={project.ref} />))
}

it('shows how much of the limit is used', async () => {
  show()
  expect(await screen.findByText('2 GB of 8 GB used')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Disk usage' })).toHaveAttribute('value', '25')
  expect(screen.queryByLabelText('Disk limit in GB')).toBeNull()
})

it('tells how to make a read-only database writable again', async () => {
  show({ state: 'read_only', cause: 'limit', read_only_since: '2026-01-01T00:00:00Z' })
  expect(await screen.findByText('The database is read-only')).toBeVisible()
  expect(screen.getByText('begin read write;')).toBeVisible()
})

it('names the operator as the contact when connections are closed', async () => {
  show({ state: 'closed', cause: 'limit', read_only_since: '2026-01-01T00:00:00Z' })
  expect(
    await screen.findByText('Database connections and the SQL editor are closed'),
  ).toBeVisible()
})

it('lets an operator change the limit', async () => {
  show({}, true)
  const field = await screen.findByLabelText('Disk limit in GB')
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Change limit' }))
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toBeInvalid()
  await userEvent.clear(field)
  await userEvent.type(field, '16')
  await userEvent.click(screen.getByRole('button', { name: 'Change limit' }))
  expect(await screen.findByText('2 GB of 16 GB used')).toBeVisible()
})
