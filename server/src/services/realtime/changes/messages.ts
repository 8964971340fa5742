import { fanOutTopic, textMessage, type FanOut } from '../channels/fan-out.ts'
import { broadcastJson } from '../wire/frames.ts'
import type { RowChange } from './pgoutput.ts'
import { valuesOf } from './render.ts'

/** Whether a change is a message that the database sends. */
export const isMessage = ({ relation }: RowChange): boolean =>
  relation.schema === 'realtime' && relation.table === 'messages'

/** Delivers rows of `realtime.messages` to the channels of their topics. */
export const createMessageDelivery = (fanOut: FanOut) => (change: RowChange) => {
  const values = valuesOf(change, change.after)
  const topic = values.get('topic')
  if (change.type !== 'INSERT' || !topic || values.get('extension') !== 'broadcast') return
  const key = fanOutTopic(topic, values.get('private') === 't')
  if (fanOut.size(key) === 0) return
  // Postgres prints valid JSON.
  const payload = values.get('payload') ?? 'null'
  const id = values.get('id') ?? ''
  const body = broadcastJson(values.get('event') ?? '', payload, { id })
  fanOut.publish(key, { ...textMessage(`realtime:${topic}`, 'broadcast', body), id })
}
