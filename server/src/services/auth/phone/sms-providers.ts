import type { AuthSettings } from '@stoa/contract/services/auth/settings'
import { z } from 'zod'
import type { Outgoing, OutgoingResponse } from '../../../lib/outgoing.ts'
import type { SmsMessage, SmsSender } from './sms-sender.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** The sender for the chosen provider; undefined while one of its credentials is missing. */
export function findProvider(settings: AuthSettings, outgoing: Outgoing): SmsSender | undefined {
  const post = poster(outgoing)
  switch (settings.sms_provider) {
    case 'twilio':
      return twilio(settings, post)
    case 'twilio_verify':
      return twilioVerify(settings, post)
    case 'messagebird':
      return messagebird(settings, post)
    case 'textlocal':
      return textlocal(settings, post)
    case 'vonage':
      return vonage(settings, post)
  }
}

/** Whether the provider can also send WhatsApp messages. */
export const hasWhatsapp = ({ sms_provider: provider }: AuthSettings): boolean =>
  provider === 'twilio' || provider === 'twilio_verify'

type Post = (
  url: string,
  fields: Readonly<Record<string, string>>,
  authorization?: string,
) => Promise<unknown>

/** Posts a form and returns the parsed response; rejects unless the status is 2xx. */
const poster =
  (outgoing: Outgoing): Post =>
  async (url, fields, authorization) => {
    const response = await outgoing.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(authorization !== undefined && { authorization }),
      },
      body: new URLSearchParams(fields).toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    if (response.status < 200 || response.status > 299) throw refusedBy(response)
    return JSON.parse(response.body)
  }

const Explained = z.object({ message: z.string() })
const ExplainedList = z.object({ errors: z.array(z.object({ description: z.string() })).min(1) })

function refusedBy({ status, body }: OutgoingResponse): Error {
  const said = parsed(body)
  const explained = Explained.safeParse(said)
  const listed = ExplainedList.safeParse(said)
  const reason = explained.data?.message ?? listed.data?.errors[0]?.description
  return new Error(
    reason === undefined
      ? `The SMS provider responded with status ${status}`
      : `The SMS provider responded with status ${status}: ${reason.slice(0, 300)}`,
  )
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function twilio(settings: AuthSettings, post: Post): SmsSender | undefined {
  const {
    sms_twilio_account_sid: account,
    sms_twilio_auth_token: token,
    sms_twilio_message_service_sid: service,
    sms_twilio_content_sid: content,
  } = settings
  if (account === '' || token === '' || service === '') return undefined
  const Sent = z.object({
    sid: z.string(),
    status: z.string().optional(),
    error_message: z.string().nullish(),
  })
  const isNumber = /^\+?\d+$/.test(service)
  return {
    async send({ phone, text, code, channel }: SmsMessage) {
      const isWhatsapp = channel === 'whatsapp'
      const said = await post(
        `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
        {
          To: isWhatsapp ? `whatsapp:+${phone}` : `+${phone}`,
          From: isWhatsapp && isNumber ? `whatsapp:${service}` : service,
          ...(isWhatsapp && content !== ''
            ? { ContentSid: content, ContentVariables: JSON.stringify({ 1: code }) }
            : { Body: text }),
        },
        basic(account, token),
      )
      const sent = Sent.parse(said)
      if (sent.status === 'failed' || sent.status === 'undelivered')
        throw new Error(
          `Twilio could not deliver the message: ${sent.error_message ?? sent.status}`,
        )
      return { messageId: sent.sid }
    },
  }
}

function twilioVerify(settings: AuthSettings, post: Post): SmsSender | undefined {
  const {
    sms_twilio_verify_account_sid: account,
    sms_twilio_verify_auth_token: token,
    sms_twilio_verify_message_service_sid: service,
  } = settings
  if (account === '' || token === '' || service === '') return undefined
  const base = `https://verify.twilio.com/v2/Services/${encodeURIComponent(service)}`
  const authorization = basic(account, token)
  return {
    async send({ phone, channel }) {
      const said = await post(
        `${base}/Verifications`,
        { To: `+${phone}`, Channel: channel },
        authorization,
      )
      return { messageId: z.object({ sid: z.string() }).parse(said).sid }
    },
    async check({ phone, code }) {
      // Twilio responds with 404 once a code is used up, expired, or was tried too often.
      const said = await post(
        `${base}/VerificationCheck`,
        { To: `+${phone}`, Code: code },
        authorization,
      ).catch(() => undefined)
      return z.object({ status: z.literal('approved') }).safeParse(said).success
    },
  }
}

function messagebird(settings: AuthSettings, post: Post): SmsSender | undefined {
  const { sms_messagebird_access_key: key, sms_messagebird_originator: originator } = settings
  if (key === '' || originator === '') return undefined
  const Sent = z.object({
    id: z.string(),
    recipients: z.object({ totalDeliveryFailedCount: z.number() }).optional(),
  })
  return {
    async send({ phone, text }) {
      const said = await post(
        'https://rest.messagebird.com/messages',
        { originator, body: text, recipients: phone, type: 'sms', datacoding: 'unicode' },
        `AccessKey ${key}`,
      )
      const sent = Sent.parse(said)
      if ((sent.recipients?.totalDeliveryFailedCount ?? 0) > 0)
        throw new Error('MessageBird could not deliver the message')
      return { messageId: sent.id }
    },
  }
}

function vonage(settings: AuthSettings, post: Post): SmsSender | undefined {
  const { sms_vonage_api_key: key, sms_vonage_api_secret: secret, sms_vonage_from: from } = settings
  if (key === '' || secret === '' || from === '') return undefined
  const Sent = z.object({
    messages: z
      .array(
        z.object({
          status: z.string(),
          'message-id': z.string().default(''),
          'error-text': z.string().optional(),
        }),
      )
      .min(1),
  })
  return {
    async send({ phone, text }) {
      const isAscii = /^[\0-\x7f]*$/.test(text)
      const said = await post('https://rest.nexmo.com/sms/json', {
        from,
        to: phone,
        text,
        api_key: key,
        api_secret: secret,
        ...(!isAscii && { type: 'unicode' }),
      })
      const [first] = Sent.parse(said).messages
      if (first?.status !== '0')
        throw new Error(
          `Vonage could not send the message: ${first?.['error-text'] ?? 'no reason'}`,
        )
      return { messageId: first['message-id'] }
    },
  }
}

function textlocal(settings: AuthSettings, post: Post): SmsSender | undefined {
  const { sms_textlocal_api_key: apikey, sms_textlocal_sender: sender } = settings
  if (apikey === '' || sender === '') return undefined
  const Sent = z.object({
    status: z.string(),
    errors: z.array(z.object({ message: z.string() })).optional(),
    messages: z.array(z.object({ id: z.union([z.string(), z.number()]) })).optional(),
  })
  return {
    async send({ phone, text }) {
      const said = await post('https://api.textlocal.in/send', {
        sender,
        apikey,
        message: text,
        numbers: phone,
      })
      const sent = Sent.parse(said)
      if (sent.status !== 'success')
        throw new Error(`Textlocal could not send the message: ${sent.errors?.[0]?.message ?? ''}`)
      return { messageId: String(sent.messages?.[0]?.id ?? '') }
    },
  }
}
