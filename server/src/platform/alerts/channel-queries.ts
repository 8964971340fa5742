import { ChannelTarget, QuietHours } from '@stoa/contract/services/alerts/channels'
import { AlertSeverity } from '@stoa/contract/services/alerts/rules'
import { z } from 'zod'
import type {
  MessageContent,
  MessageResult,
  NewMessage,
  StoredChannel,
  StoredMessage,
} from '../../project/alert-records.ts'
import type { Session } from '../../postgres/database.ts'
import { sql, type Sql } from '../../postgres/sql.ts'
import { projectOf } from './project-queries.ts'

const ChannelRow = z.object({
  id: z.uuid(),
  settings: z.object({
    name: z.string(),
    enabled: z.boolean(),
    quietHours: QuietHours.nullable(),
    target: ChannelTarget,
  }),
  sealed: z.string().nullable(),
})

export async function listChannelRows(session: Session, ref: string): Promise<StoredChannel[]> {
  const rows = await session.many(
    sql`
      select id, settings, sealed from platform.alert_channels
      where project_id = ${projectOf(ref)} order by position`,
    ChannelRow,
  )
  return rows.map(({ id, settings, sealed }) => ({ id, sealed, ...settings }))
}

const settingsOf = ({ name, enabled, quietHours, target }: StoredChannel) =>
  JSON.stringify({ name, enabled, quietHours, target })

export const insertChannel = (session: Session, ref: string, channel: StoredChannel, max: number) =>
  session.run(sql`
    insert into platform.alert_channels (project_id, id, settings, sealed)
    select p.id, ${channel.id}::uuid, ${settingsOf(channel)}::jsonb, ${channel.sealed}::text
    from platform.projects p
    where p.ref = ${ref} and p.deleted_at is null and
      (select count(*) from platform.alert_channels c where c.project_id = p.id) < ${max}::integer`)

export const updateChannel = (session: Session, ref: string, channel: StoredChannel) =>
  session.run(sql`
    update platform.alert_channels
    set settings = ${settingsOf(channel)}::jsonb, sealed = ${channel.sealed}::text
    where project_id = ${projectOf(ref)} and id = ${channel.id}::uuid`)

export const deleteChannel = (session: Session, ref: string, id: string) =>
  session.run(sql`
    delete from platform.alert_channels where project_id = ${projectOf(ref)} and id = ${id}::uuid`)

/** Rules no longer name a channel that is deleted. */
export const removeFromRules = (session: Session, ref: string, id: string) =>
  session.run(sql`
    update platform.alert_rules set
      settings = jsonb_set(settings, '{channel_ids}', (settings -> 'channel_ids') - ${id}::text),
      version = version + 1
    where project_id = ${projectOf(ref)} and settings -> 'channel_ids' ? ${id}::text`)

const Line = z.object({
  rule_id: z.string(),
  rule: z.string(),
  kind: z.enum(['firing', 'repeated', 'resolved']),
  severity: AlertSeverity,
  detail: z.string(),
  at: z.string(),
})

const Content: z.ZodType<MessageContent> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alerts'), lines: z.array(Line) }),
  z.object({ kind: z.literal('test') }),
  z.object({
    kind: z.literal('result'),
    query: z.string(),
    query_id: z.string(),
    csv: z.string(),
    is_limited: z.boolean(),
    recipients: z.array(z.string()),
  }),
])

const MessageRow = z.object({
  id: z.uuid(),
  channel_id: z.uuid().nullable(),
  subject: z.string(),
  content: Content,
  state: z.enum(['pending', 'sent', 'failed']),
  attempts: z.int(),
  last_error: z.string().nullable(),
  created_at: z.date(),
  ended_at: z.date().nullable(),
})

const columns = sql`
  m.id, m.channel_id, m.subject, m.content, m.state, m.attempts, m.last_error, m.created_at,
  m.ended_at`

const toMessage = (row: z.infer<typeof MessageRow>): StoredMessage => ({
  id: row.id,
  channelId: row.channel_id,
  subject: row.subject,
  content: row.content,
  state: row.state,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at,
  endedAt: row.ended_at,
})

const messages = async (session: Session, statement: Sql) =>
  (await session.many(statement, MessageRow)).map(toMessage)

export const insertMessage = (session: Session, ref: string, message: NewMessage) =>
  session.run(sql`
    insert into platform.alert_messages
      (project_id, id, channel_id, subject, content, next_at, created_at)
    select p.id, ${message.id}::uuid, ${message.channelId}::uuid, ${message.subject},
      ${JSON.stringify(message.content)}::jsonb, ${message.sendAt}::timestamptz,
      ${message.at}::timestamptz
    from platform.projects p
    where p.ref = ${ref} and p.deleted_at is null and (${message.channelId}::uuid is null or exists (
      select from platform.alert_channels c
      where c.project_id = p.id and c.id = ${message.channelId}::uuid))`)

export const listDueMessages = (session: Session, ref: string, now: Date, limit: number) =>
  messages(
    session,
    sql`
      select ${columns} from platform.alert_messages m
      where m.project_id = ${projectOf(ref)} and m.state = 'pending'
        and m.next_at <= ${now}::timestamptz
      order by m.next_at, m.position limit ${limit}::integer`,
  )

export const claimMessage = (
  session: Session,
  ref: string,
  { id, attempts, nextAt }: { id: string; attempts: number; nextAt: Date },
) =>
  session.run(sql`
    update platform.alert_messages
    set attempts = attempts + 1, next_at = ${nextAt}::timestamptz
    where project_id = ${projectOf(ref)} and id = ${id}::uuid and state = 'pending'
      and attempts = ${attempts}::integer`)

export async function endMessage(session: Session, ref: string, id: string, result: MessageResult) {
  const [ended] = await messages(
    session,
    sql`
      update platform.alert_messages m set
        state = ${result.state}, last_error = ${result.error}::text,
        next_at = ${result.nextAt}::timestamptz,
        ended_at = ${result.state === 'pending' ? null : result.at}::timestamptz
      where m.project_id = ${projectOf(ref)} and m.id = ${id}::uuid
      returning ${columns}`,
  )
  return ended
}

export const listMessageRows = (session: Session, ref: string, channelId: string, limit: number) =>
  messages(
    session,
    sql`
      select ${columns} from platform.alert_messages m
      where m.project_id = ${projectOf(ref)} and m.channel_id = ${channelId}::uuid
      order by m.position desc limit ${limit}::integer`,
  )

export const listLastMessages = (session: Session, ref: string) =>
  messages(
    session,
    sql`
      select ${columns} from platform.alert_channels c
      cross join lateral (
        select * from platform.alert_messages n
        where n.project_id = c.project_id and n.channel_id = c.id
        order by n.position desc limit 1
      ) m
      where c.project_id = ${projectOf(ref)}`,
  )

export const deleteOldMessages = (session: Session, ref: string, before: Date) =>
  session.run(sql`
    delete from platform.alert_messages
    where project_id = ${projectOf(ref)} and state <> 'pending'
      and created_at < ${before}::timestamptz`)
