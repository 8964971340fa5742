import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, showSignedIn } from '../../../test/show.tsx'
import { IncidentsPage } from './incidents-page.tsx'
import { InstallationSettings } from './installation-settings.tsx'
import { NoticesPage } from './notices-page.tsx'

const operator = {
  ...profile,
  is_operator: true,
  capabilities: ['notices:manage', 'incidents:manage'],
}
const notice = {
  id: '1f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d',
  title: 'Maintenance',
  text: 'A minute without answers',
  link: null,
  audience: 'all',
  visible_from: '2026-03-01T12:00:00.000Z',
  visible_until: '2026-03-02T12:00:00.000Z',
}
const incident = {
  id: '2f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d',
  title: 'Slow sign-in',
  status: 'investigating',
  link: null,
  source: 'operator',
  started_at: '2026-03-01T12:00:00.000Z',
  resolved_at: null,
}
const isolation = {
  networks: false,
  abstract_sockets: true,
  files: true,
  gaps: [{ message: 'Only Deno keeps functions from private networks.', hint: 'Install nft.' }],
}
const recovery = {
  is_enabled: true,
  is_on_same_disk: false,
  has_platform_database: true,
  completed_at: '2026-03-01T12:00:00.000Z',
  failure: null,
  failed_files: 2,
}
const server = {
  'GET /platform/profile': operator,
  'GET /platform/installation/isolation': isolation,
  'GET /platform/installation/recovery': recovery,
  'GET /platform/installation/notices': [notice],
  'GET /platform/installation/incidents': [incident],
  'POST /platform/installation/notices': notice,
  'POST /platform/installation/incidents': incident,
  [`DELETE /platform/installation/notices/${notice.id}`]: {},
}
const bodyOf = (sent: ReturnType<typeof answerWith>, asked: string) =>
  sent.find(({ request }) => request === asked)?.body

const formOf = (label: string) => {
  const form = screen.getByLabelText(label).closest('form')
  if (!form) throw new Error(`No form contains ${label}.`)
  return form
}

afterEach(() => vi.unstubAllGlobals())

describe('an operator', () => {
  it('reads what the kernel enforces, and what to do where it does not', async () => {
    answerWith(server)
    showSignedIn(inRouter(() => <InstallationSettings />))
    const list = await screen.findByRole('list', { name: 'Isolation' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.lastChild?.textContent),
    ).toEqual(['Not enforced', 'Enforced', 'Enforced'])
    expect(screen.getByText('Install nft.')).toBeVisible()
  })

  it('reads what a lost machine can be recovered from, and how to print the sheet', async () => {
    answerWith(server)
    showSignedIn(inRouter(() => <InstallationSettings />))
    const list = await screen.findByRole('list', { name: 'Recovery' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.lastChild?.textContent),
    ).toEqual(['Backed up', 'Not backed up'])
    expect(screen.getByText(/^This affects 2 projects\./)).toBeVisible()
    expect(screen.getByText('npm run -s stoa -- recovery sheet')).toBeVisible()
  })

  it('reads no more of copied files than that none has failed', async () => {
    answerWith({
      ...server,
      'GET /platform/installation/recovery': { ...recovery, completed_at: null, failed_files: 0 },
    })
    showSignedIn(inRouter(() => <InstallationSettings />))
    const list = await screen.findByRole('list', { name: 'Recovery' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.lastChild?.textContent),
    ).toEqual(['Not backed up', 'No failures'])
  })

  it('declares an incident after confirming that everybody will see it', async () => {
    const sent = answerWith(server)
    showSignedIn(inRouter(() => <IncidentsPage />))
    expect(await screen.findByText('Slow sign-in')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Summary'), ' Storage is slow ')
    await userEvent.click(screen.getByRole('button', { name: 'Declare incident' }))
    const asked = 'POST /platform/installation/incidents'
    expect(bodyOf(sent, asked)).toBeUndefined()
    const dialog = await screen.findByRole('dialog', { name: 'Declare an incident' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Declare incident' }))
    await waitFor(() =>
      expect(bodyOf(sent, asked)).toEqual({ title: 'Storage is slow', link: null }),
    )
  })

  it('sees at which field the server rejects an incident, and keeps its text', async () => {
    Element.prototype.scrollIntoView = vi.fn<() => void>()
    const details = [{ path: 'link', message: 'Invalid URL' }]
    answerWith({
      ...server,
      'POST /platform/installation/incidents': Response.json(
        { code: 'invalid_request', message: 'Invalid.', details },
        { status: 400 },
      ),
    })
    showSignedIn(inRouter(() => <IncidentsPage />))
    await userEvent.type(await screen.findByLabelText('Summary'), 'Slow')
    const link = within(formOf('Summary')).getByLabelText('Link')
    await userEvent.type(link, 'https://status.example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Declare incident' }))
    const dialog = await screen.findByRole('dialog', { name: 'Declare an incident' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Declare incident' }))
    await waitFor(() => expect(link).toBeInvalid())
    await waitFor(() => expect(link).toHaveFocus())
    expect(screen.getByLabelText('Summary')).toBeValid()
    expect(link).toHaveValue('https://status.example.com')
  })

  it('shows an error that belongs to no field above the button', async () => {
    answerWith({ ...server, 'POST /platform/installation/incidents': undefined })
    showSignedIn(inRouter(() => <IncidentsPage />))
    await userEvent.type(await screen.findByLabelText('Summary'), 'Slow{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Declare an incident' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Declare incident' }))
    expect(await screen.findByText('Could not declare the incident')).toBeVisible()
    expect(screen.getByLabelText('Summary')).toBeValid()
  })

  it('publishes a notice with its times, and removes one', async () => {
    const sent = answerWith(server)
    showSignedIn(inRouter(() => <NoticesPage />))
    expect(await screen.findByText('Maintenance')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Title'), 'Upgrade')
    await userEvent.type(screen.getByLabelText('Text'), 'Tonight')
    fireEvent.change(screen.getByLabelText('Shown from'), { target: { value: '2026-03-02T10:00' } })
    const until = screen.getByLabelText('Shown until')
    fireEvent.change(until, { target: { value: '2026-03-02T09:00' } })
    expect(await screen.findByText('Must be later than “Shown from”.')).toBeVisible()
    const publish = screen.getByRole('button', { name: 'Publish notice' })
    await userEvent.click(publish)
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.change(until, { target: { value: '2026-03-02T11:00' } })
    await userEvent.click(publish)
    const dialog = await screen.findByRole('dialog', { name: 'Publish the notice' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish notice' }))
    await waitFor(() =>
      expect(bodyOf(sent, 'POST /platform/installation/notices')).toMatchObject({
        title: 'Upgrade',
        audience: 'all',
        link: null,
        visible_from: new Date('2026-03-02T10:00').toISOString(),
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Maintenance' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete notice' }))
    const removal = `DELETE /platform/installation/notices/${notice.id}`
    await waitFor(() => expect(sent.map(({ request }) => request)).toContain(removal))
  })
})

it.each([
  ['settings', () => <InstallationSettings />],
  ['incidents', () => <IncidentsPage />],
  ['notices', () => <NoticesPage />],
])('hides the %s from users who are not operators', async (_page, Page) => {
  const sent = answerWith({ ...server, 'GET /platform/profile': profile })
  showSignedIn(inRouter(Page))
  expect(await screen.findByText(/Only operators of this installation/)).toBeVisible()
  expect(sent.filter(({ request }) => request.includes('/platform/installation'))).toEqual([])
})
