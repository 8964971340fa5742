import type { Project } from '../../../project/project.ts'
import { NAME } from '../name.ts'
import { hasJournal, type Loaded } from './journal/journal.ts'
import { afterEnd, type ChannelRecords } from './journal/records.ts'
import { resume, type Membership } from './members.ts'
import { earlier, later, type Position } from './position.ts'
import { owedOf } from './returning.ts'
import { inspectSlot, removeSlot, type SlotFacts } from './slot.ts'

/** How long clients have to reconnect after a server ended, to get the changes since. */
export const RETURN_MS = 120_000

/** Whether an earlier server has left a journal. */
export const hasLeftover = async (project: Project): Promise<boolean> =>
  hasJournal(project.folder(NAME)) || (await inspectSlot(project)).state !== 'missing'

/**
 * Takes over an earlier server's journal. Returns whether its slot is still used; if not, the slot
 * has been dropped.
 */
export async function recover(
  project: Project,
  membership: Membership,
  now: number,
): Promise<boolean> {
  // If anything below fails, the journal is kept.
  const loaded = membership.journal.load()
  const slot = await inspectSlot(project)
  const isUsed = takeOver(membership, { loaded, slot, now })
  if (!isUsed && slot.state !== 'missing') await removeSlot(project)
  return isUsed
}

/**
 * Expects the channels of an earlier server to return. Returns whether its slot has the changes
 * that they missed.
 */
export function takeOver(
  membership: Membership,
  given: { readonly loaded: Loaded; readonly slot: SlotFacts; readonly now: number },
): boolean {
  const { journal } = membership
  const { slot, now } = given
  const { writtenAt, isDoubtful } = given.loaded
  const { delivered, sending, doubtUntil } = journal.state
  const until = Math.min(writtenAt ?? 0, now) + RETURN_MS
  const reached = later(delivered, sending)
  const left = afterEnd(journal.records, { reached: delivered, sending: reached, until, now })
  // Without a state, it is unknown up to where the slot was read, and for which channels.
  const isUnknown = writtenAt === undefined && (isDoubtful || slot.state !== 'missing')
  const doubts = [doubtUntil, isUnknown ? now + RETURN_MS : 0, isDoubtful ? until : 0]
  const state = { doubtUntil: Math.max(...doubts), isPartial: false }
  if (left.size === 0) {
    if (writtenAt === undefined && !isUnknown) return false
    journal.update(state)
    journal.clear(now)
    return false
  }
  journal.replace(left)
  journal.update({ ...state, delivered: reached, sending: reached })
  const startedAt = { lsn: slot.end, count: 0 }
  resume(membership, { reached: startOf(left, reached, slot), startedAt })
  return slot.state === 'usable'
}

/** The first change that a channel has missed and that the slot still has. */
function startOf(records: ChannelRecords, delivered: Position, { begin }: SlotFacts): Position {
  let start = delivered
  for (const { sure } of owedOf(records).values()) start = earlier(start, sure)
  return later(start, { lsn: begin, count: 0 })
}
