import {
  ALERT_MESSAGES_SHOWN,
  MAX_ALERT_CHANNELS,
  type AlertChannel,
  type AlertMessage,
  type ChannelTarget,
  type createAlertChannel,
  type NewChannelTarget,
  type updateAlertChannel,
} from '@stoa/contract/services/alerts/channels'
import type { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { StoredChannel, StoredMessage } from '../../project/alert-records.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import type { DeliverDeps } from './deliver.ts'
import { channelNotFound, otherKind, testTooSoon, tooManyChannels } from './errors.ts'
import { MIN_TEST_INTERVAL_MS } from './limits.ts'
import { requireMembers } from './people.ts'
import { openSecrets, sealSecrets, type ChannelSecrets } from './secrets.ts'
import { sendMessage } from './send-message.ts'

export type ChannelsDeps = DeliverDeps & {
  readonly newId: () => string
  /** 32 random bytes from a secure source. */
  readonly newSecret: () => Buffer
}

type NewChannel = z.infer<NonNullable<typeof createAlertChannel.body>>
type ChannelChange = z.infer<NonNullable<typeof updateAlertChannel.body>>

export async function listChannels(
  { records }: ChannelsDeps,
  ref: string,
): Promise<AlertChannel[]> {
  const last = new Map(
    (await records().messages.last(ref)).map((message) => [message.channelId, message]),
  )
  return (await records().channels.list(ref)).map((channel) => shown(channel, last.get(channel.id)))
}

const shown = (
  { id, name, enabled, quietHours, target }: StoredChannel,
  last: StoredMessage | undefined,
): AlertChannel => ({
  id,
  name,
  enabled,
  target,
  quiet_hours: quietHours,
  last_message: last ? shownMessage(last) : null,
})

const shownMessage = (message: StoredMessage): AlertMessage => ({
  id: message.id,
  subject: message.subject,
  state: message.state,
  attempts: message.attempts,
  last_error: message.lastError,
  created_at: message.createdAt.toISOString(),
  ended_at: message.endedAt?.toISOString() ?? null,
})

async function find({ records }: ChannelsDeps, ref: string, id: string): Promise<StoredChannel> {
  const channel = (await records().channels.list(ref)).find((one) => one.id === id)
  if (channel) return channel
  throw channelNotFound()
}

/** Resolves to the channel and, for a webhook, its new signing secret. */
export async function createChannel(
  deps: ChannelsDeps,
  ref: string,
  { name, enabled, quiet_hours: quietHours, target }: NewChannel,
): Promise<{ channel: AlertChannel; secret: string | null }> {
  await requireTarget(deps, ref, target)
  const id = deps.newId()
  const secret = `whsec_${deps.newSecret().toString('base64')}`
  const sealed = sealTarget(deps, target, { ref, id, secret })
  const channel = { id, name, enabled, quietHours, target: shownTarget(target), sealed }
  if (!(await deps.records().channels.add(ref, channel, MAX_ALERT_CHANNELS)))
    throw tooManyChannels(MAX_ALERT_CHANNELS)
  return { channel: shown(channel, undefined), secret: target.kind === 'webhook' ? secret : null }
}

export async function updateChannel(
  deps: ChannelsDeps,
  ref: string,
  { id, change }: { readonly id: string; readonly change: ChannelChange },
): Promise<AlertChannel> {
  const before = await find(deps, ref, id)
  const { name, enabled, quietHours } = before
  requireUnchanged({ name, enabled, quiet_hours: quietHours }, change.replaces)
  const channel: StoredChannel = {
    ...before,
    name: change.name ?? name,
    enabled: change.enabled ?? enabled,
    quietHours: change.quiet_hours === undefined ? quietHours : change.quiet_hours,
    ...(change.target && (await newTarget(deps, ref, { before, target: change.target }))),
  }
  if (!(await deps.records().channels.change(ref, channel))) throw channelNotFound()
  const [last] = await deps.records().messages.list(ref, id, 1)
  return shown(channel, last)
}

/** The signing secret of a webhook stays when its URL changes. */
async function newTarget(
  deps: ChannelsDeps,
  ref: string,
  { before, target }: { readonly before: StoredChannel; readonly target: NewChannelTarget },
): Promise<Pick<StoredChannel, 'target' | 'sealed'>> {
  if (target.kind !== before.target.kind) throw otherKind()
  await requireTarget(deps, ref, target)
  const secret = before.sealed === null ? '' : openSecrets(deps.secrets, ref, before).secret
  const sealed = sealTarget(deps, target, { ref, id: before.id, secret })
  return { target: shownTarget(target), sealed }
}

export async function deleteChannel(deps: ChannelsDeps, ref: string, id: string): Promise<string> {
  const { name } = await find(deps, ref, id)
  if (!(await deps.records().channels.remove(ref, id))) throw channelNotFound()
  return name
}

export async function listMessages(
  deps: ChannelsDeps,
  ref: string,
  id: string,
): Promise<AlertMessage[]> {
  await find(deps, ref, id)
  const messages = await deps.records().messages.list(ref, id, ALERT_MESSAGES_SHOWN)
  return messages.map(shownMessage)
}

/** Sends a test message now, whatever the quiet hours are, and resolves to the result. */
export async function testChannel(
  deps: ChannelsDeps,
  ref: string,
  id: string,
): Promise<{ message: AlertMessage; name: string }> {
  const { messages } = deps.records()
  const channel = await find(deps, ref, id)
  const [last] = await messages.list(ref, id, 1)
  const now = deps.clock.now()
  const wait = last ? MIN_TEST_INTERVAL_MS - (now.getTime() - last.createdAt.getTime()) : 0
  if (last?.content.kind === 'test' && wait > 0) throw testTooSoon(Math.ceil(wait / 1000))
  const message = {
    id: deps.newId(),
    channelId: id,
    subject: 'Test message',
    content: { kind: 'test' },
    at: now,
    // A test that was interrupted is not sent later.
    sendAt: new Date('9999-12-31T00:00:00Z'),
  } as const
  await messages.add(ref, message)
  const outbound = { ...message, createdAt: now }
  const error = await sendMessage(deps, { ref, channel, message: outbound, now })
  const state = error === null ? 'sent' : 'failed'
  const at = deps.clock.now()
  const ended = await messages.end(ref, message.id, { state, error, nextAt: message.sendAt, at })
  if (!ended) throw channelNotFound()
  return { message: shownMessage({ ...ended, attempts: 1 }), name: channel.name }
}

/** Reports a private address or a stranger's email before the first alert. */
async function requireTarget(
  deps: ChannelsDeps,
  ref: string,
  target: NewChannelTarget,
): Promise<void> {
  if (target.kind === 'mail') return requireMembers(deps, ref, target.recipients)
  try {
    await deps.outgoing.resolve(new URL(target.url).hostname)
  } catch (error) {
    if (error instanceof AppError && error.code === 'outgoing_refused') throw error
  }
}

function shownTarget(target: NewChannelTarget): ChannelTarget {
  if (target.kind === 'mail') return target
  const { host } = new URL(target.url)
  return target.kind === 'webhook'
    ? { kind: 'webhook', host }
    : { kind: 'chat', format: target.format, host }
}

function sealTarget(
  { secrets }: ChannelsDeps,
  target: NewChannelTarget,
  {
    ref,
    id,
    secret,
  }: { readonly ref: string; readonly id: string } & Pick<ChannelSecrets, 'secret'>,
): string | null {
  if (target.kind === 'mail') return null
  return sealSecrets(secrets, { url: target.url, secret }, { ref, id })
}
