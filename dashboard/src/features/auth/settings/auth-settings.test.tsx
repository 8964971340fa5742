import { authSettings } from '@stoa/contract/services/auth/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { settingsProblems } from '../../../components/settings/settings-problems.ts'
import { authPage } from './auth-settings.tsx'
import { signInPage } from './sign-in-methods.tsx'

const config = `/platform/projects/${project.ref}/config/auth`

function open(abilities: string[], declaration = authPage) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET ${config}`]: authSettings.defaults,
    [`PATCH ${config}`]: { ...authSettings.defaults, sessions_single_per_user: true, jwt_exp: 600 },
  })
  showSignedIn(inRouter(() => <SettingsPage projectRef={project.ref} declaration={declaration} />))
  return sent
}

afterEach(() => vi.unstubAllGlobals())

it('rejects the auth settings that the server would reject', () => {
  const values = {
    ...authSettings.defaults,
    site_url: 'ftp://x',
    uri_allow_list: ['myapp://back', 'javascript:alert(1)'],
    jwt_exp: 29,
  }
  expect(settingsProblems(authPage, values)).toEqual({
    site_url: 'Enter a URL that starts with http:// or https://.',
    uri_allow_list: 'Use http, https, or an app’s URL scheme, with at most 255 characters per URL.',
    jwt_exp: 'Enter a whole number from 30 to 604,800.',
  })
  expect(settingsProblems(authPage, authSettings.defaults)).toEqual({})
})

it('saves only the changed settings, under the names of the section', async () => {
  const sent = open(['project:update'])
  const lifetime = await screen.findByLabelText('Access token lifetime')
  const single = screen.getByLabelText('One session per user')
  await waitFor(() => expect(single).toBeEnabled())
  expect(single).not.toBeChecked()
  await userEvent.click(single)
  await userEvent.clear(lifetime)
  await userEvent.type(lifetime, '6')
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number from 30 to 604,800.')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(lifetime).toHaveFocus())
  await userEvent.type(lifetime, '00')
  expect(screen.getByText('Unsaved changes: token lifetime and sessions per user')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByText(/^Changes/)).toBeNull())
  expect(sent.filter(({ request }) => request.startsWith('PATCH'))).toEqual([
    { request: `PATCH ${config}`, body: { sessions_single_per_user: true, jwt_exp: 600 } },
  ])
})

it('restores the saved value when an emptied number is discarded', async () => {
  open(['project:update'])
  const lifetime = await screen.findByLabelText('Access token lifetime')
  await waitFor(() => expect(lifetime).toBeEnabled())
  await userEvent.clear(lifetime)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Access token lifetime')).toHaveValue(3600)
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

it('shows the settings read-only without the permission to change them', async () => {
  open([])
  expect(await screen.findByLabelText('Site URL')).toBeDisabled()
  expect(screen.getByLabelText('Redirect URLs')).toBeDisabled()
})

it('says what it means that addresses are not confirmed, until they are', async () => {
  open(['project:update'], signInPage)
  const confirm = await screen.findByLabelText('Confirm email addresses')
  await waitFor(() => expect(confirm).toBeEnabled())
  const notice = 'Anyone can sign up with somebody else’s email address'
  expect(screen.getByText(notice)).toBeVisible()
  await userEvent.click(confirm)
  expect(screen.queryByText(notice)).toBeNull()
})

it('rejects a password length that the server would reject', () => {
  const values = { ...authSettings.defaults, password_min_length: 6.5 }
  expect(settingsProblems(signInPage, values)).toEqual({
    password_min_length: 'Enter a whole number from 6 to 72.',
  })
})
