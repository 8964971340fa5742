import type { Project } from '../../../project/project.ts'
import { audiencesOf } from './audiences.ts'
import { decide } from './decide.ts'
import type { ChangeListener, Subscriber } from './listener.ts'
import type { RowChange } from './pgoutput.ts'
import { sendChanges } from './send.ts'

/** Callbacks of a delivery while it runs. */
export type DeliveryEvents = {
  /** Called before frames of some of the changes are sent. */
  readonly sending: () => void
  /** Called when these changes, the next of all, have been sent to every recipient. */
  readonly sent: (changes: readonly RowChange[]) => void
  /** Called when the channel's frames wait because its client reads slowly. */
  readonly waiting: (listener: ChangeListener) => void
  /** Called when Postgres could not decide whether the channels get a change. */
  readonly undecided: (listeners: readonly ChangeListener[]) => void
  /** Whether deliveries have ended. Nothing is sent after that. */
  readonly isEnded: () => boolean
}

/** How many pairs of a change and an audience are examined together. */
const MAX_PAIRS = 20_000

/** Delivers changes to the subscribers that requested them and can see them. */
export async function deliverChanges(
  project: Project,
  {
    subscribers,
    changes,
  }: {
    readonly subscribers: readonly Subscriber[]
    readonly changes: readonly RowChange[]
  },
  events: DeliveryEvents,
): Promise<void> {
  const { audiences, recipients } = audiencesOf(subscribers)
  const size = Math.max(1, Math.floor(MAX_PAIRS / Math.max(1, audiences.length)))
  for (let at = 0; at < changes.length; at += size) {
    const part = changes.slice(at, at + size)
    const decision = await decide(project, { audiences, changes: part, isEnded: events.isEnded })
    const { seen, undecided } = decision
    if (events.isEnded()) return
    for (const { memberships, listeners } of undecided.size > 0 ? recipients : [])
      if (memberships.some(({ audience }) => undecided.has(audience))) events.undecided(listeners)
    if (seen.length > 0) {
      events.sending()
      await sendChanges(recipients, decision, events.waiting)
    }
    events.sent(part)
  }
}
