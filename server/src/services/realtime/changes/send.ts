import { setImmediate } from 'node:timers/promises'
import { encodeText, type Encoded } from '../wire/frames.ts'
import type { Audience, Recipients } from './audiences.ts'
import type { Decision, FactsOf } from './decide.ts'
import type { ChangeListener } from './listener.ts'
import type { RowChange } from './pgoutput.ts'
import { renderChange } from './render.ts'

/** How many frames are sent before other work of the process gets a turn. */
const FRAMES_AT_ONCE = 2000

/**
 * Sends each change once to each channel, with the ids of all its subscriptions that match.
 *
 * @param waiting is called for a channel whose frames wait in this process.
 */
export async function sendChanges(
  recipients: readonly Recipients[],
  { seen, facts }: Pick<Decision, 'seen' | 'facts'>,
  waiting: (listener: ChangeListener) => void,
): Promise<void> {
  const audiencesOfChange = new Map<RowChange, Set<Audience>>()
  for (const { change, audience } of seen) {
    const audiences = audiencesOfChange.get(change)
    if (audiences) audiences.add(audience)
    else audiencesOfChange.set(change, new Set([audience]))
  }
  const dataOf = createRenderer(facts)
  let sent = 0
  for (const group of recipients) {
    const frames = framesFor(group, audiencesOfChange, dataOf)
    if (frames.length === 0) continue
    for (const listener of group.listeners) {
      if (!listener.send(frames)) waiting(listener)
      sent += frames.length
      if (sent < FRAMES_AT_ONCE) continue
      sent = 0
      await setImmediate()
    }
  }
}

type DataOf = (change: RowChange, audience: Audience) => string | undefined

/** Renders a change once for all subscribers that get the same columns. */
function createRenderer(facts: FactsOf): DataOf {
  const rendered = new Map<RowChange, Map<string, string>>()
  return (change, { caller: { role }, subscription: { selected } }) => {
    const table = facts.get(change.relation.oid)
    if (!table) return undefined
    const ofChange = rendered.get(change) ?? new Map<string, string>()
    rendered.set(change, ofChange)
    const key = JSON.stringify([role, selected])
    let data = ofChange.get(key)
    if (data === undefined) {
      data = renderChange(change, table, { readable: table.readable[role] ?? [], selected })
      ofChange.set(key, data)
    }
    return data
  }
}

function framesFor(
  { topic, version, memberships }: Recipients,
  audiencesOfChange: ReadonlyMap<RowChange, ReadonlySet<Audience>>,
  dataOf: DataOf,
): readonly Encoded[] {
  const head = { joinRef: null, ref: null, topic, event: 'postgres_changes' }
  const frames: Encoded[] = []
  for (const [change, audiences] of audiencesOfChange) {
    // Subscriptions to other columns get a separate frame.
    const idsByData = new Map<string, number[]>()
    for (const { audience, id } of memberships) {
      const data = audiences.has(audience) ? dataOf(change, audience) : undefined
      if (data === undefined) continue
      const ids = idsByData.get(data)
      if (ids) ids.push(id)
      else idsByData.set(data, [id])
    }
    for (const [data, ids] of idsByData)
      frames.push(encodeText(version, head, `{"ids":${JSON.stringify(ids)},"data":${data}}`))
  }
  return frames
}
