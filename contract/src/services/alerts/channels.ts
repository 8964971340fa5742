import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

export const MAX_ALERT_CHANNELS = 20
export const MAX_CHANNEL_RECIPIENTS = 20
export const MAX_CHANNEL_URL = 2000
export const ALERT_MESSAGES_SHOWN = 50

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/alerts/{ref}'

/** An IANA time zone, such as `Europe/Berlin`. */
const TimeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).format().length > 0
    } catch {
      return false
    }
  }, 'Select a time zone.')

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.')

/** Messages wait until the end of the quiet hours, which can be on the next day. */
export const QuietHours = z.object({ from: TimeOfDay, to: TimeOfDay, time_zone: TimeZone })
export type QuietHours = z.infer<typeof QuietHours>

export const ChatFormat = z.enum(['slack', 'discord', 'teams'])
export type ChatFormat = z.infer<typeof ChatFormat>

const Url = z
  .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https://.' })
  .max(MAX_CHANNEL_URL)

/** The receiver of messages. URLs are secrets, so responses contain only their host. */
export const NewChannelTarget = z.discriminatedUnion('kind', [
  /** Addresses of members of the organization. Former members get no messages. */
  z.object({
    kind: z.literal('mail'),
    recipients: z.array(z.email().max(320)).min(1, 'Select a member.').max(MAX_CHANNEL_RECIPIENTS),
  }),
  z.object({ kind: z.literal('webhook'), url: Url }),
  z.object({ kind: z.literal('chat'), format: ChatFormat, url: Url }),
])
export type NewChannelTarget = z.infer<typeof NewChannelTarget>

export const ChannelTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), recipients: z.array(z.string()) }),
  z.object({ kind: z.literal('webhook'), host: z.string() }),
  z.object({ kind: z.literal('chat'), format: ChatFormat, host: z.string() }),
])
export type ChannelTarget = z.infer<typeof ChannelTarget>

const MessageState = z.enum(['pending', 'sent', 'failed'])

export const AlertMessage = z.object({
  id: z.uuid(),
  subject: z.string(),
  state: MessageState,
  attempts: z.int(),
  last_error: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type AlertMessage = z.infer<typeof AlertMessage>

export const AlertChannel = z.object({
  id: z.uuid(),
  name: z.string(),
  enabled: z.boolean(),
  target: ChannelTarget,
  quiet_hours: QuietHours.nullable(),
  last_message: AlertMessage.nullable(),
})
export type AlertChannel = z.infer<typeof AlertChannel>

const ChannelSettings = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  enabled: z.boolean(),
  quiet_hours: z.null().or(QuietHours),
})

export const ReplacedAlertChannel = ChannelSettings.partial()

export const listAlertChannels = endpoint({
  method: 'GET',
  path: `${path}/channels`,
  access: 'alerts:read',
  params: byRef,
  response: z.array(AlertChannel),
})

/** The addresses that a channel or a scheduled query can send mail to. */
export const listAlertRecipients = endpoint({
  method: 'GET',
  path: `${path}/recipients`,
  access: 'alerts:write',
  params: byRef,
  response: z.array(z.string()),
})

/**
 * 409 `too_many_alert_channels`, 422 `alert_recipient_unknown` or `outgoing_refused`. The response
 * of a webhook contains its signing secret, which cannot be read later.
 */
export const createAlertChannel = endpoint({
  method: 'POST',
  path: `${path}/channels`,
  access: 'alerts:write',
  params: byRef,
  body: ChannelSettings.extend({ target: NewChannelTarget }),
  response: z.object({ channel: AlertChannel, secret: z.string().nullable() }),
  status: 201,
})

/** Without a target, the URL and the secret stay. A target cannot change its kind. */
export const updateAlertChannel = endpoint({
  method: 'PATCH',
  path: `${path}/channels/{id}`,
  access: 'alerts:write',
  params: byId,
  body: ChannelSettings.partial().extend({
    target: NewChannelTarget.optional(),
    replaces: ReplacedAlertChannel.optional(),
  }),
  response: AlertChannel,
})

export const deleteAlertChannel = endpoint({
  method: 'DELETE',
  path: `${path}/channels/{id}`,
  access: 'alerts:write',
  params: byId,
  response: z.object({}),
})

/** Sends a test message now. 429 `alert_test_too_soon`. */
export const testAlertChannel = endpoint({
  method: 'POST',
  path: `${path}/channels/{id}/test`,
  access: 'alerts:write',
  params: byId,
  response: AlertMessage,
})

/** The last messages of a channel, the newest first. */
export const listAlertMessages = endpoint({
  method: 'GET',
  path: `${path}/channels/{id}/messages`,
  access: 'alerts:read',
  params: byId,
  response: z.array(AlertMessage),
})
