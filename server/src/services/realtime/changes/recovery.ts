import type { Project } from '../../../project/project.ts'
import { NAME } from '../name.ts'
import { hasJournal, type Journal } from './journal/journal.ts'
import { afterEnd, type ChannelRecords } from './journal/records.ts'
import { resume, type Membership } from './members.ts'
import { earlier, later, type Position } from './position.ts'
import { inspectSlot, removeSlot, type SlotFacts } from './slot.ts'

/** How long clients have to come back after a server ended, and get what was committed since. */
export const RETURN_MS = 120_000

/** Whether an earlier server has left something. */
export const hasLeftover = async (project: Project): Promise<boolean> =>
  hasJournal(project.folder(NAME)) || (await inspectSlot(project)).state !== 'missing'

/**
 * Takes over what an earlier server has left: its channels are expected back. Returns whether its
 * slot has the changes that they are owed; if not, there is none any more.
 */
export async function recover(
  project: Project,
  {
    journal,
    membership,
    now,
  }: {
    readonly journal: Journal
    readonly membership: Membership
    readonly now: number
  },
): Promise<boolean> {
  const { writtenAt, isDoubtful } = journal.load()
  const slot = await inspectSlot(project)
  const { delivered, sending, doubtUntil } = journal.state
  const until = Math.min(writtenAt ?? 0, now) + RETURN_MS
  const left = afterEnd(journal.records, {
    reached: delivered,
    sending: later(delivered, sending),
    until,
    now,
  })
  // Without a state, nobody knows when the slot was read last, and for whom.
  const isUnknown = writtenAt === undefined && (isDoubtful || slot.state !== 'missing')
  const doubts = [doubtUntil, isUnknown ? now + RETURN_MS : 0, isDoubtful ? until : 0]
  const state = { doubtUntil: Math.max(...doubts), isPartial: false }
  const hasSlot = left.size > 0 && slot.state === 'usable'
  if (!hasSlot && slot.state !== 'missing') await removeSlot(project)
  if (left.size > 0) {
    journal.replace(left)
    const reached = later(delivered, sending)
    journal.update({ ...state, delivered: reached, sending: reached })
    resume(membership, {
      reached: startOf(left, reached, slot),
      startedAt: { lsn: slot.end, count: 0 },
    })
  } else if (writtenAt !== undefined || isUnknown) {
    journal.update(state)
    journal.clear(now)
  }
  return hasSlot
}

/** Where the first change is that somebody is owed, and that the slot still has. */
function startOf(records: ChannelRecords, delivered: Position, { begin }: SlotFacts): Position {
  let start = delivered
  for (const { absent } of records.values())
    for (const { sure } of absent) start = earlier(start, sure)
  return later(start, { lsn: begin, count: 0 })
}
