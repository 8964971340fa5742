import type { Clock } from '../../lib/clock.ts'
import type { StoredChannel, StoredMessage } from '../../project/alert-records.ts'
import { MAX_ATTEMPTS, MAX_MESSAGES_PER_RUN } from './limits.ts'
import { subjectOf } from './messages.ts'
import { sendMessage, type SendDeps } from './send-message.ts'

export type DeliverDeps = SendDeps & { readonly clock: Clock }

/** Seconds until the next attempt. */
const RETRY_SECONDS = [60, 120, 300, 900, 3600, 7200] as const

const nextAttempt = (attempts: number, now: Date) =>
  new Date(now.getTime() + (RETRY_SECONDS[attempts] ?? 7200) * 1000)

/**
 * Sends the messages of a project that are due. Each attempt is stored before it is made: after a
 * crash the message is sent again, with the same id, but never lost.
 */
export async function deliverMessages(
  deps: DeliverDeps,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const records = deps.records()
  const due = await records.messages.due(ref, deps.clock.now(), MAX_MESSAGES_PER_RUN)
  if (due.length === 0) return
  const channels = new Map((await records.channels.list(ref)).map((one) => [one.id, one]))
  for (const group of groupsOf(due)) {
    if (signal.aborted) return
    await deliverGroup(deps, ref, { group, channels })
  }
}

/**
 * New messages about alerts to one channel are sent together, such as those of the quiet hours. A
 * message that has failed is sent alone, because its receiver may have got it.
 */
function groupsOf(due: readonly StoredMessage[]): readonly (readonly StoredMessage[])[] {
  const groups = new Map<string, StoredMessage[]>()
  for (const message of due) {
    const isNew = message.attempts === 0 && message.content.kind === 'alerts'
    const key = isNew ? `channel ${message.channelId}` : message.id
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  return [...groups.values()]
}

async function deliverGroup(
  deps: DeliverDeps,
  ref: string,
  {
    group,
    channels,
  }: {
    readonly group: readonly StoredMessage[]
    readonly channels: ReadonlyMap<string, StoredChannel>
  },
): Promise<void> {
  const { messages } = deps.records()
  const now = deps.clock.now()
  const claimed: StoredMessage[] = []
  for (const message of group)
    if (await messages.claim(ref, message, nextAttempt(message.attempts, now)))
      claimed.push(message)
  const message = merge(claimed)
  if (!message) return
  const channel = message.channelId === null ? undefined : channels.get(message.channelId)
  const error =
    channel?.enabled === false
      ? 'The channel is disabled.'
      : await sendMessage(deps, { ref, message, channel, now })
  for (const { id, attempts } of claimed) {
    const isLast = attempts + 1 >= MAX_ATTEMPTS || channel?.enabled === false
    const failed = isLast ? 'failed' : 'pending'
    await messages.end(ref, id, {
      state: error === null ? 'sent' : failed,
      error,
      nextAt: nextAttempt(attempts, now),
      at: deps.clock.now(),
    })
  }
}

/** One message with the lines of all, under the id of the first. */
function merge(messages: readonly StoredMessage[]): StoredMessage | undefined {
  const [first] = messages
  if (!first || messages.length === 1) return first
  const lines = messages.flatMap(({ content }) => (content.kind === 'alerts' ? content.lines : []))
  return { ...first, subject: subjectOf(lines), content: { kind: 'alerts', lines } }
}
