import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, inRouter, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { NewTicket } from './new-ticket.tsx'

const ticket = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d9',
  number: 'T-1042',
  email: profile.primary_email,
  category: 'dashboard_bug',
  severity: 'normal',
  subject: 'Broken',
  message: 'Error: broken',
  organization_slug: 'acme',
  project_ref: null,
  allow_support_access: false,
  created_at: '2026-01-01T00:00:00Z',
  mail: 'sent',
}
const server = {
  'GET /platform/profile': profile,
  'GET /platform/organizations': [organization],
  'GET /platform/projects': [],
}
const prefill = {
  category: 'dashboard_bug',
  subject: 'Broken',
  message: 'Error: broken',
  org: 'acme',
}
const show = (fields = prefill) =>
  showSignedIn(inRouter(() => <NewTicket prefill={fields} onDone={() => undefined} />))
const send = () => screen.findByRole('button', { name: 'Send request' })
const submit = async () => {
  await userEvent.click(await send())
}

afterEach(() => vi.unstubAllGlobals())

describe('the support form', () => {
  // SPEC: "Support form. Prefilled with category dashboard_bug, a subject and a message holding the stack trace."
  it('is prefilled from the URL, sends the request and confirms it', async () => {
    const sent = answerWith({ ...server, 'POST /platform/support/tickets': ticket })
    show()
    await screen.findByRole('combobox', { name: 'Organization' })
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Organization' })).toHaveTextContent('Acme'),
    )
    expect(screen.getByLabelText('Subject')).toHaveValue('Broken')
    expect(screen.getByLabelText('Message')).toHaveValue('Error: broken')
    await submit()
    expect(await screen.findByText('Request received')).toBeVisible()
    expect(screen.getByText(ticket.number)).toBeVisible()
    expect(sent.find(({ request }) => request.startsWith('POST'))?.body).toEqual({
      category: 'dashboard_bug',
      severity: 'normal',
      subject: 'Broken',
      message: 'Error: broken',
      organization_slug: 'acme',
      project_ref: null,
      allow_support_access: false,
    })
  })

  it.each([
    ['no_mail_server', 'Your request is stored for the operators of this installation'],
    ['failed', 'Your request is stored, but the email to support could not be sent.'],
  ])('says what became of the mail: %s', async (mail, text) => {
    answerWith({ ...server, 'POST /platform/support/tickets': { ...ticket, mail } })
    show()
    await submit()
    expect(await screen.findByText(text, { exact: false })).toBeVisible()
    expect(screen.queryByText('Support will reply', { exact: false })).toBeNull()
  })

  it('keeps its text when sending fails', async () => {
    answerWith(server)
    show()
    await submit()
    expect(await screen.findByText('Could not send your request')).toBeVisible()
    expect(screen.getByLabelText('Message')).toHaveValue('Error: broken')
  })

  it('requires a category, a subject and a message', async () => {
    answerWith(server)
    show({ ...prefill, category: 'no such thing', subject: '' })
    await userEvent.click(await send())
    expect(await screen.findByText('Select a category.')).toBeVisible()
    expect(screen.getByText('Enter a subject.')).toBeVisible()
    expect(screen.getByLabelText('Category')).toHaveFocus()
  })

  it('says that the organizations could not be loaded', async () => {
    answerWith({ 'GET /platform/profile': profile })
    show()
    expect(await screen.findByText('Could not load your organizations and projects')).toBeVisible()
  })

  it('submits with Ctrl+Enter in the message', async () => {
    const sent = answerWith({ ...server, 'POST /platform/support/tickets': ticket })
    show()
    await userEvent.type(await screen.findByLabelText('Message'), '!{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Request received')).toBeVisible()
    expect(sent.filter(({ request }) => request.startsWith('POST'))).toHaveLength(1)
  })
})
