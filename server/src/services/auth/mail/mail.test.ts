import { authSettings, type AuthSettings } from '@stoa/contract/services/auth/settings'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createAuthApp } from '../../../../test/auth/app.ts'
import { createMailServer, type TestMailServer } from '../../../../test/mail-server.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { silentLog } from '../../../lib/log.ts'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { composeMail } from './compose.ts'

let test: TestProject
let server: TestMailServer

beforeAll(async () => {
  test = await createTestProject()
  server = await createMailServer()
})
afterAll(async () => {
  await server.stop()
  await test.stop()
})
afterEach(() => {
  server.received.length = 0
})

const password = 'correct horse'
const smtp = (): Partial<AuthSettings> => ({
  smtp_host: 'localhost',
  smtp_port: server.port,
  smtp_admin_email: 'hello@shop.example',
  smtp_sender_name: 'The Shop',
})

it('writes a mail with the templates of the project', async () => {
  const app = createAuthApp(test, {
    settings: {
      mailer_autoconfirm: false,
      mailer_subjects_confirmation: 'Welcome {{ .Data.name }}\r\nBcc: everybody@example.com',
      mailer_templates_confirmation_content:
        '<p>Hi {{ .Data.name }}, <a href="{{ .ConfirmationURL }}">go</a> code: {{ .Token }} {{ .TokenHash }} {{ .SiteURL }} {{ .Email }}</p>',
    },
  })
  const email = 'template@example.com'
  await app.call('POST', '/signup', { body: { email, password, data: { name: '<b>Ada' } } })
  const mail = await app.mailTo(email)
  expect(mail.subject).toBe('Welcome <b>Ada Bcc: everybody@example.com')
  expect(mail.html).toContain('Hi &lt;b&gt;Ada, <a href="http')
  expect(mail.html).toContain(`${mail.token} ${authSettings.defaults.site_url} ${email}`)
  const verified = await app.call('POST', '/verify', {
    body: { type: 'signup', email, token: mail.code },
  })
  expect(verified.status).toBe(200)
})

it('uses the built-in text where a template is invalid', () => {
  const settings = {
    ...authSettings.defaults,
    mailer_subjects_recovery: '{{ .Oops',
    mailer_templates_recovery_content: '{{ template "other" }}',
  }
  const mail = composeMail({ settings, log: silentLog }, 'recovery', {
    ConfirmationURL: 'https://x.test/',
    Token: '123456',
  })
  expect(mail).toMatchObject({
    subject: 'Reset your password',
    html: expect.stringContaining('href="https://x.test/"'),
    text: expect.stringContaining('code: 123456'),
  })
})

it('sends through the mail server of the project', async () => {
  const app = createAuthApp(test, { settings: smtp() })
  const invited = await app.call('POST', '/invite', {
    as: 'service',
    body: { email: 'guest@example.com' },
  })
  expect([invited.status, server.received.length, app.mails]).toEqual([200, 1, []])
  expect(server.received[0]).toContain('From: The Shop <hello@shop.example>')
  expect(server.received[0]).toContain('To: guest@example.com')
})

it('does not connect to a mail server in the local network unless the operator allows it', async () => {
  const app = createAuthApp(test, {
    settings: smtp(),
    outgoing: createOutgoing({ allowsPrivate: false }),
  })
  const refused = await app.call('POST', '/invite', {
    as: 'service',
    body: { email: 'guest2@example.com' },
  })
  expect([refused.status, refused.body['error_code'], server.received]).toEqual([
    500,
    'unexpected_failure',
    [],
  ])
})

it('stores a mail that no server accepts, encrypted, and sends it later', async () => {
  const app = createAuthApp(test, {
    settings: { ...smtp(), smtp_port: '1', mailer_autoconfirm: false },
  })
  const email = 'later@example.com'
  const queued = app.nextJob()
  await app.call('POST', '/signup', { body: { email, password } })
  const { name, payload } = await queued
  expect([name, JSON.stringify(payload)]).toEqual(['send_mail', expect.not.stringContaining(email)])
  const repaired = createAuthApp(test, { settings: smtp() })
  await repaired.runJob(name, payload)
  expect(server.received[0]).toContain(`To: ${email}`)
})

it('stops sending at the hourly limit of the project', async () => {
  const app = createAuthApp(test, {
    limits: { mailByProject: { burst: 1, perMinute: 1 } },
  })
  const invite = (email: string) => app.call('POST', '/invite', { as: 'service', body: { email } })
  expect((await invite('one@example.com')).status).toBe(200)
  const refused = await invite('two@example.com')
  expect([refused.status, refused.body['error_code']]).toEqual([429, 'over_email_send_rate_limit'])
})

it('notifies the owner of an account about changes if the project enables it', async () => {
  const app = createAuthApp(test, {
    settings: {
      external_phone_enabled: true,
      sms_autoconfirm: true,
      mailer_secure_email_change_enabled: false,
      mailer_notifications_password_changed_enabled: true,
      mailer_notifications_email_changed_enabled: true,
      mailer_notifications_phone_changed_enabled: true,
      mailer_subjects_phone_changed_notification: 'Phone {{ .Phone }} of {{ .Email }}',
    },
  })
  const email = 'told@example.com'
  const { body } = await app.call('POST', '/signup', { body: { email, password } })
  const as = String(body['access_token'])
  await app.call('PUT', '/user', { as, body: { password: 'battery staple' } })
  expect((await app.mailTo(email)).subject).toBe('Your password was changed')
  await app.call('PUT', '/user', { as, body: { phone: '4915400000001' } })
  expect((await app.mailTo(email)).subject).toBe(`Phone 4915400000001 of ${email}`)
  await app.call('PUT', '/user', { as, body: { email: 'new@example.com' } })
  const { code } = await app.mailTo('new@example.com')
  await app.call('POST', '/verify', {
    body: { type: 'email_change', email: 'new@example.com', token: code },
  })
  expect((await app.mailTo(email)).text).toContain('from told@example.com to new@example.com')
})

it('sends no such mail otherwise', async () => {
  const app = createAuthApp(test)
  const email = 'untold@example.com'
  const { body } = await app.call('POST', '/signup', { body: { email, password } })
  await app.call('PUT', '/user', { as: body['access_token'], body: { password: 'battery staple' } })
  await app.call('POST', '/invite', { as: 'service', body: { email: 'barrier@example.com' } })
  expect(app.mails.map(({ to }) => to)).toEqual(['barrier@example.com'])
})
