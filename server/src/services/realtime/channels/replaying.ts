import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { broadcastJson, encodeText } from '../wire/frames.ts'
import type { ReplayRequest } from '../wire/join-payload.ts'
import type { ChannelState } from './channel-state.ts'

/**
 * A message can be replayed and also arrive by replication; the ids are kept until both have
 * happened.
 */
const FORGET_MS = 30_000

const StoredMessage = z.object({ id: z.uuid(), event: z.string().nullable(), payload: z.string() })

/**
 * The stored messages that a client requests when it joins, and those that it has received since.
 */
export type Replaying = {
  /** True for a message that the client already has; otherwise it is noted as received. */
  hasReceived(id: string): boolean
  /** Sends the messages, oldest first. */
  replay(request: ReplayRequest): Promise<void>
}

export function createReplaying({ hub, topic, subTopic, listener }: ChannelState): Replaying {
  const received = new Set<string>()
  let isNoting = true

  const hasReceived = (id: string): boolean => {
    if (received.has(id)) return true
    if (isNoting) received.add(id)
    return false
  }

  return {
    hasReceived,
    async replay(request) {
      const head = { joinRef: null, ref: null, topic, event: 'broadcast' }
      for (const { id, event, payload } of await storedMessages(hub.project, subTopic, request)) {
        if (hasReceived(id)) continue
        const body = broadcastJson(event ?? '', payload, { id, replayed: true })
        listener.deliver(encodeText(listener.version, head, body))
        hub.activity.count('deliveries')
      }
      setTimeout(() => {
        isNoting = false
        received.clear()
      }, FORGET_MS).unref()
    },
  }
}

/** The newest messages of a private channel since a time, oldest first. */
async function storedMessages(
  { database }: Project,
  topic: string,
  { since, limit }: ReplayRequest,
): Promise<readonly z.infer<typeof StoredMessage>[]> {
  const rows = await database.as('supabase_realtime_admin').many(
    sql`
      select id, event, coalesce(payload::pg_catalog.text, 'null') as payload
      from realtime.messages
      where topic operator(pg_catalog.=) ${topic} and extension operator(pg_catalog.=) 'broadcast'
        and private and inserted_at operator(pg_catalog.>=) ${utc(since)}::timestamp
      order by inserted_at desc
      limit ${limit}`,
    StoredMessage,
  )
  return rows.toReversed()
}

/** In the format of the column: a UTC time without a time zone. */
const utc = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, -1)
