import { authSettings } from '@stoa/contract/services/auth/settings'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { TemplateSheet } from './template-sheet.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => vi.unstubAllGlobals())

const config = `/platform/projects/${project.ref}/config/auth`
const builtIn = { subject: 'Reset your password', content: '<p>{{ .Token }}</p>' }

function show(settings: Partial<typeof authSettings.defaults> = {}) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`POST /platform/auth/${project.ref}/templates/preview`]: {
      subject: 'Reset your password',
      html: '<p>123456</p>',
      problem: null,
      built_in: builtIn,
    },
    [`POST /platform/auth/${project.ref}/smtp/test`]: { to: profile.primary_email },
    [`PATCH ${config}`]: authSettings.defaults,
  })
  showSignedIn(
    inRouter(() => (
      <TemplateSheet
        projectRef={project.ref}
        name="recovery"
        settings={{ ...authSettings.defaults, ...settings }}
        canEdit
        onClose={() => undefined}
      />
    )),
  )
  return sent
}

const bodyOf = (sent: { request: string; body: unknown }[], method: string) =>
  sent.find(({ request }) => request.startsWith(method))?.body

describe('a template', () => {
  it('starts from the built-in text, and variables are inserted at the cursor', async () => {
    const sent = show()
    const html = await screen.findByLabelText<HTMLTextAreaElement>('HTML')
    expect(html).toHaveValue(builtIn.content)
    expect(screen.getByLabelText('Subject')).toHaveValue(builtIn.subject)
    html.setSelectionRange(3, 3)
    await userEvent.click(screen.getByRole('button', { name: 'Insert Email' }))
    expect(html).toHaveValue('<p>{{ .Email }}{{ .Token }}</p>')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(bodyOf(sent, 'PATCH')).toEqual({
        // An unchanged text stays the built-in one.
        mailer_subjects_recovery: '',
        mailer_templates_recovery_content: '<p>{{ .Email }}{{ .Token }}</p>',
      }),
    )
  })

  it('can go back to the built-in text', async () => {
    const sent = show({ mailer_templates_recovery_content: '<p>Own</p>' })
    expect(await screen.findByLabelText('HTML')).toHaveValue('<p>Own</p>')
    await userEvent.click(screen.getByRole('button', { name: 'Use built-in text' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(bodyOf(sent, 'PATCH')).toEqual({
        mailer_subjects_recovery: '',
        mailer_templates_recovery_content: '',
      }),
    )
  })

  it('is sent as a test to the member’s own address, if there is a mail server', async () => {
    const sent = show({ smtp_host: 'mail.example.com' })
    await userEvent.click(await screen.findByRole('button', { name: /^Send test to/ }))
    await vi.waitFor(() =>
      expect(sent).toContainEqual({
        request: `POST /platform/auth/${project.ref}/smtp/test`,
        body: { to: profile.primary_email, template: { name: 'recovery', ...builtIn } },
      }),
    )
  })

  it('cannot be tested without a mail server', async () => {
    show()
    await screen.findByLabelText('HTML')
    expect(screen.queryByRole('button', { name: /^Send test/ })).toBeNull()
  })
})
