import { authSettings, type AuthSettings } from '@stoa/contract/services/auth/settings'
import { expect, it } from 'vitest'
import type { Outgoing, OutgoingRequest } from '../../../lib/outgoing.ts'
import { findProvider } from './sms-providers.ts'
import type { SmsChannel } from './sms-sender.ts'

function answering(status: number, body: unknown) {
  const sent: OutgoingRequest[] = []
  const outgoing: Outgoing = {
    resolve: async (host) => host,
    async request(request) {
      sent.push(request)
      return { status, headers: {}, body: JSON.stringify(body) }
    },
  }
  return { outgoing, sent }
}

const send = (settings: Partial<AuthSettings>, outgoing: Outgoing, channel: SmsChannel = 'sms') =>
  findProvider({ ...authSettings.defaults, ...settings }, outgoing)?.send({
    phone: '4915112345678',
    text: 'Your code is 123456',
    code: '123456',
    channel,
  })

const twilio = {
  sms_provider: 'twilio',
  sms_twilio_account_sid: 'AC1',
  sms_twilio_auth_token: 'secret',
  sms_twilio_message_service_sid: '+15550001111',
} as const
const verify = {
  sms_provider: 'twilio_verify',
  sms_twilio_verify_account_sid: 'AC1',
  sms_twilio_verify_auth_token: 'secret',
  sms_twilio_verify_message_service_sid: 'VA1',
} as const
const messagebird = {
  sms_provider: 'messagebird',
  sms_messagebird_access_key: 'key',
  sms_messagebird_originator: 'Stoa',
} as const
const vonage = {
  sms_provider: 'vonage',
  sms_vonage_api_key: 'key',
  sms_vonage_api_secret: 'secret',
  sms_vonage_from: 'Stoa',
} as const
const textlocal = {
  sms_provider: 'textlocal',
  sms_textlocal_api_key: 'key',
  sms_textlocal_sender: 'Stoa',
} as const
const BASIC = `Basic ${Buffer.from('AC1:secret').toString('base64')}`

it.each([
  [
    twilio,
    { sid: 'SM1', status: 'queued' },
    'SM1',
    'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
    BASIC,
    { To: '+4915112345678', From: '+15550001111', Body: 'Your code is 123456' },
  ],
  [
    verify,
    { sid: 'VE1' },
    'VE1',
    'https://verify.twilio.com/v2/Services/VA1/Verifications',
    BASIC,
    { To: '+4915112345678', Channel: 'sms' },
  ],
  [
    messagebird,
    { id: 'm1', recipients: { totalDeliveryFailedCount: 0 } },
    'm1',
    'https://rest.messagebird.com/messages',
    'AccessKey key',
    {
      originator: 'Stoa',
      body: 'Your code is 123456',
      recipients: '4915112345678',
      type: 'sms',
      datacoding: 'unicode',
    },
  ],
  [
    vonage,
    { messages: [{ status: '0', 'message-id': 'v1' }] },
    'v1',
    'https://rest.nexmo.com/sms/json',
    undefined,
    {
      from: 'Stoa',
      to: '4915112345678',
      text: 'Your code is 123456',
      api_key: 'key',
      api_secret: 'secret',
    },
  ],
  [
    textlocal,
    { status: 'success', messages: [{ id: 7 }] },
    '7',
    'https://api.textlocal.in/send',
    undefined,
    {
      sender: 'Stoa',
      apikey: 'key',
      message: 'Your code is 123456',
      numbers: '4915112345678',
    },
  ],
])('sends by the provider of %o', async (settings, said, messageId, url, authorization, form) => {
  const { outgoing, sent } = answering(201, said)
  expect(await send(settings, outgoing)).toEqual({ messageId })
  const [request] = sent
  expect([request?.url, request?.method, request?.headers?.['authorization']]).toEqual([
    url,
    'POST',
    authorization,
  ])
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual(form)
})

it('sends a WhatsApp message with the number and the content template', async () => {
  const { outgoing, sent } = answering(201, { sid: 'SM1' })
  await send({ ...twilio, sms_twilio_content_sid: 'HX1' }, outgoing, 'whatsapp')
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
    To: 'whatsapp:+4915112345678',
    From: 'whatsapp:+15550001111',
    ContentSid: 'HX1',
    ContentVariables: '{"1":"123456"}',
  })
})

it.each([
  [twilio, 401, { message: 'Authenticate' }, 'responded with status 401: Authenticate'],
  [twilio, 201, { sid: 'SM1', status: 'failed', error_message: 'No route' }, 'No route'],
  [messagebird, 422, { errors: [{ description: 'No balance' }] }, 'No balance'],
  [
    vonage,
    200,
    { messages: [{ status: '4', 'error-text': 'Bad credentials' }] },
    'Bad credentials',
  ],
  [
    textlocal,
    200,
    { status: 'failure', errors: [{ message: 'Invalid number' }] },
    'Invalid number',
  ],
])('%o rejects with the reason of status %s', async (settings, status, said, reason) => {
  const { outgoing } = answering(status, said)
  await expect(send(settings, outgoing)).rejects.toThrow(reason)
})

it('has no sender while a credential is missing', () => {
  const { outgoing } = answering(200, {})
  expect(send({ ...twilio, sms_twilio_auth_token: '' }, outgoing)).toBeUndefined()
})

it.each([
  [200, { status: 'approved' }, true],
  [200, { status: 'pending' }, false],
  [404, { message: 'not found' }, false],
])('Twilio Verify checks codes: status %s, %o', async (status, said, isRight) => {
  const { outgoing } = answering(status, said)
  const sender = findProvider({ ...authSettings.defaults, ...verify }, outgoing)
  expect(await sender?.check?.({ phone: '4915112345678', code: '123456' })).toBe(isRight)
})
