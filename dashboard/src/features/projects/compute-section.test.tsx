import type { Compute } from '@stoa/contract/platform/compute'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { ComputeSection } from './compute-section.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = `/platform/projects/${project.ref}/compute`
const compute: Compute = {
  size: 'nano',
  sizes: [
    { id: 'nano', unavailable: null },
    { id: 'micro', unavailable: null },
    { id: 'small', unavailable: 'The size Small comes with the Pro plan.' },
  ],
  allows_none: false,
  is_limited: true,
}
const show = (change: Partial<Compute> = {}, abilities: readonly string[] = ['project:update']) => {
  const sent = answerWith({
    [`GET ${path}`]: { ...compute, ...change },
    [`PUT ${path}`]: { ...compute, size: 'micro', status: 'ACTIVE_HEALTHY' },
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
  })
  showSignedIn(inRouter(() => <ComputeSection projectRef={project.ref} />))
  return sent
}

it('changes the size after a question that says what happens', async () => {
  const sent = show()
  expect(await screen.findByRole('radio', { name: /^Nano/ })).toBeChecked()
  expect(screen.getByText('0.5 GB memory · shared processors · 30 connections')).toBeVisible()
  const change = await screen.findByRole('button', { name: 'Change size' })
  expect(change).toBeDisabled()
  await userEvent.click(screen.getByRole('radio', { name: /^Micro/ }))
  await userEvent.click(change)
  const dialog = screen.getByRole('dialog', { name: 'Change the compute size to Micro' })
  expect(dialog).toHaveTextContent('The database restarts')
  await userEvent.click(screen.getAllByRole('button', { name: 'Change size' }).at(-1) ?? dialog)
  await vi.waitFor(() =>
    expect(sent.find(({ request }) => request.startsWith('PUT'))).toMatchObject({
      body: { size: 'micro' },
    }),
  )
})

it('says why a size cannot be chosen', async () => {
  show()
  expect(await screen.findByRole('radio', { name: /^Small/ })).toBeDisabled()
  expect(screen.getByText('The size Small comes with the Pro plan.')).toBeVisible()
  expect(screen.queryByRole('radio', { name: /^No size/ })).toBeNull()
})

it('says so where the system enforces no limits', async () => {
  show({ is_limited: false, size: null, allows_none: true })
  expect(await screen.findByText('This system does not limit memory and processors')).toBeVisible()
  expect(screen.getByRole('radio', { name: /^No size/ })).toBeChecked()
})

it('only shows the size to members who cannot change it', async () => {
  show({}, [])
  expect(await screen.findByRole('radio', { name: /^Micro/ })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Change size' })).toBeNull()
})
