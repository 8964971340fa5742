import { AppError } from '../../lib/errors.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { storableText } from '../../lib/storable-text.ts'
import { webhookKey, type WebhookSender } from '../../lib/webhooks.ts'
import type { AlertRecords, StoredChannel, StoredMessage } from '../../project/alert-records.ts'
import type { Mailer } from '../../project/mailer.ts'
import { chatBody } from './chat-body.ts'
import { MAX_ERROR_LENGTH, MAX_SEND_MS } from './limits.ts'
import { mailOf } from './mail.ts'
import { messageText, webhookBody, type About } from './message-text.ts'
import { openSecrets } from './secrets.ts'

export type SendDeps = {
  readonly records: () => AlertRecords
  readonly mailer: Mailer
  readonly hasMailServer: boolean
  readonly outgoing: Outgoing
  readonly sender: WebhookSender
  readonly secrets: SecretBox
  readonly dashboardUrl: () => string
}

/** The message that is sent now; its channel is undefined for owners and recipients. */
export type Outbound = {
  readonly ref: string
  readonly message: Pick<StoredMessage, 'id' | 'subject' | 'content' | 'createdAt'>
  readonly channel: StoredChannel | undefined
  readonly now: Date
}

/** Sends a message once. Resolves to the error of a failed attempt, and never rejects. */
export async function sendMessage(deps: SendDeps, outbound: Outbound): Promise<string | null> {
  try {
    const { ref } = outbound
    const about = {
      projectName: await deps.records().people.projectName(ref),
      url: `${deps.dashboardUrl()}/project/${ref}`,
    }
    const error = await sendTo(deps, outbound, about)
    return error === null ? null : storableText(error.slice(0, MAX_ERROR_LENGTH))
  } catch (error) {
    return error instanceof AppError ? error.message : 'The message could not be sent.'
  }
}

async function sendTo(deps: SendDeps, outbound: Outbound, about: About): Promise<string | null> {
  const { channel } = outbound
  if (channel === undefined) return sendToPeople(deps, outbound, about)
  const { target } = channel
  switch (target.kind) {
    case 'mail':
      return mailTo(deps, outbound, { about, recipients: target.recipients })
    case 'webhook':
      return sendWebhook(deps, { ...outbound, channel }, about)
    case 'chat':
      return sendChat(deps, { ...outbound, channel }, { about, format: target.format })
  }
}

async function sendToPeople(
  deps: SendDeps,
  outbound: Outbound,
  about: About,
): Promise<string | null> {
  const { ref, message, now } = outbound
  const { content } = message
  if (content.kind === 'result')
    return mailTo(deps, outbound, { about, recipients: content.recipients })
  const { people } = deps.records()
  if (deps.hasMailServer)
    return mailTo(deps, outbound, { about, recipients: await people.emails(ref, 'owners') })
  const { title, lines } = messageText(message.subject, content, about)
  const isFiring =
    content.kind === 'alerts' && content.lines.some(({ kind }) => kind !== 'resolved')
  await people.notifyOwners(ref, {
    isFiring,
    title,
    text: lines.join('\n'),
    link: `/project/${ref}/alerts`,
    at: now,
  })
  return null
}

/** Former members get no mail about a project that they cannot open. */
async function mailTo(
  { records, mailer }: SendDeps,
  { ref, message: { subject, content } }: Outbound,
  { about, recipients }: { readonly about: About; readonly recipients: readonly string[] },
): Promise<string | null> {
  const members = new Set(await records().people.emails(ref, 'members'))
  const present = recipients.filter((email) => members.has(email))
  if (present.length === 0) return 'No recipient is a member of the organization any more.'
  const mail = mailOf(messageText(subject, content, about), content)
  for (const to of present) await mailer({ projectRef: ref, to, ...mail })
  return null
}

type ToChannel = Outbound & { readonly channel: StoredChannel }

async function sendWebhook(
  { sender, secrets }: SendDeps,
  { ref, message, channel }: ToChannel,
  about: About,
): Promise<string | null> {
  const { url, secret } = openSecrets(secrets, ref, channel)
  const body = webhookBody({ ref, ...message, at: message.createdAt }, about)
  const attempt = await sender.send({ url, id: message.id, body, key: webhookKey(secret) })
  if (attempt.isAccepted) return null
  return 'error' in attempt ? attempt.error : refused(attempt.status, attempt.response)
}

async function sendChat(
  { outgoing, secrets }: SendDeps,
  { ref, message: { subject, content }, channel }: ToChannel,
  { about, format }: { readonly about: About; readonly format: 'slack' | 'discord' | 'teams' },
): Promise<string | null> {
  const { status, body } = await outgoing.request({
    url: openSecrets(secrets, ref, channel).url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: chatBody(format, messageText(subject, content, about)),
    timeoutMs: MAX_SEND_MS,
    maxBytes: 64 * 1024,
  })
  return status >= 200 && status < 300 ? null : refused(status, body)
}

const refused = (status: number, body: string) => `The receiver responded with ${status}: ${body}`
