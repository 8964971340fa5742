import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, showSignedIn } from '../../../test/show.tsx'
import { NewOrganization } from './new-organization.tsx'

afterEach(() => vi.unstubAllGlobals())

const UNLIMITED = 'This installation doesn’t limit projects by plan.'

const show = (...capabilities: string[]) => {
  answerWith({
    'GET /platform/profile': {
      ...profile,
      capabilities: [...profile.capabilities, 'organizations:create', ...capabilities],
    },
  })
  showSignedIn(
    inRouter(() => (
      <NewOrganization plan="team" onCreated={() => undefined} onCancel={() => undefined} />
    )),
  )
}

it('says how the plans differ where the server limits them', async () => {
  show('plans:limited')
  expect(await screen.findByText('Up to 2 active projects')).toBeVisible()
  expect(screen.getAllByText('Any number of active projects')).toHaveLength(3)
  expect(screen.queryByText(UNLIMITED)).toBeNull()
  expect(screen.getByRole('radio', { name: /^Team/ })).toBeChecked()
})

it('says that the plans do not differ where the server does not limit them', async () => {
  show()
  expect(await screen.findByText(UNLIMITED)).toBeVisible()
  expect(screen.queryByText('Up to 2 active projects')).toBeNull()
})
