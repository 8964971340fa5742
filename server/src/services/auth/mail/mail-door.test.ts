import { mountRoutes } from '../../../lib/http.ts'
import { authSettings, type AuthSettings } from '@stoa/contract/services/auth/settings'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createMailServer } from '../../../../test/mail-server.ts'
import { testStoredParts } from '../../../../test/stored-parts.ts'
import { systemClock } from '../../../lib/clock.ts'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { createSettings } from '../../../project/settings.ts'
import { createAuth } from '../index.ts'

function open(settings: Partial<AuthSettings> = {}) {
  const auth = createAuth({
    clock: systemClock,
    mailer: async () => {},
    inbox: async () => {},
    outgoing: createOutgoing({ allowsPrivate: true }),
    installationKey: Buffer.alloc(32, 7),
  })
  const app = Fastify()
  app.decorateRequest('storedProject')
  app.addHook('onRequest', async (request) => {
    request.storedProject = {
      ...testStoredParts('abcdefghijklmnopqrst'),
      settings: createSettings({ auth: { ...authSettings.defaults, ...settings } }),
    }
  })
  const doors = auth.memberDoors?.filter(({ needs }) => needs === 'records') ?? []
  for (const { routes } of doors) mountRoutes(app, routes)
  return async (path: string, payload: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/platform/auth/abcdefghijklmnopqrst${path}`,
      payload,
    })
    return [answer.statusCode, answer.json()]
  }
}

it('previews a template with sample values', async () => {
  const post = open()
  expect(
    await post('/templates/preview', {
      name: 'recovery',
      subject: 'Hi {{ .Data.name }}',
      content: '<p>{{ .Token }} {{ .Email }}</p>',
    }),
  ).toEqual([
    200,
    {
      subject: 'Hi Sample user',
      html: '<p>123456 user@example.com</p>',
      problem: null,
      built_in: {
        subject: 'Reset your password',
        content: expect.stringContaining('<a href="{{ .ConfirmationURL }}">Reset password</a>'),
      },
    },
  ])
})

it('previews the built-in text and explains what is wrong with a template', async () => {
  const post = open()
  expect(
    await post('/templates/preview', { name: 'recovery', subject: '', content: '{{ if .Token }}' }),
  ).toEqual([
    200,
    {
      subject: 'Reset your password',
      html: expect.stringContaining('Reset your password'),
      problem: '{{ if }} has no {{ end }}',
      built_in: expect.any(Object),
    },
  ])
})

it('previews the built-in template as the built-in text', async () => {
  const post = open()
  const template = { name: 'password_changed_notification', subject: '', content: '' }
  const [, builtIn] = await post('/templates/preview', template)
  const [, own] = await post('/templates/preview', { ...template, ...builtIn.built_in })
  expect(own).toEqual(builtIn)
})

it.each([
  [{}, 409, 'no_mail_server'],
  [
    { smtp_host: '127.0.0.1', smtp_port: '1', smtp_admin_email: 'a@example.com' },
    502,
    'smtp_failed',
  ],
])('a test mail with %j fails with %s %s', async (settings, status, code) => {
  const [given, body] = await open(settings)('/smtp/test', { to: 'user@example.com' })
  expect([given, body.code]).toEqual([status, code])
})

it('sends a template with sample values as a test', async () => {
  const server = await createMailServer()
  try {
    const settings = {
      smtp_host: '127.0.0.1',
      smtp_port: server.port,
      smtp_admin_email: 'a@example.com',
    }
    const template = { name: 'recovery', subject: 'Hi {{ .Data.name }}', content: '<p>Hello</p>' }
    const [status] = await open(settings)('/smtp/test', { to: 'user@example.com', template })
    expect(status).toBe(200)
    expect(server.received[0]).toContain('Subject: Hi Sample user')
  } finally {
    await server.stop()
  }
})
