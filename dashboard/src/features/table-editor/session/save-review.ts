import type { ChangedRow } from '@stoa/contract/services/meta/row-changes'
import { UNREACHABLE } from '../../../data/client/api-error.ts'
import type { RowChangesResult } from '../../../data/resources/services/meta/rows.ts'
import { requestOf, type HeldChange } from './held-changes.ts'
import { emit, forgetSteps, type ReviewProgress, type ReviewState } from './review-state.ts'
import { SAVED_BEFORE } from './save-once.ts'

/** Saves every collected change in one transaction. */
export async function saveReview(review: ReviewState): Promise<void> {
  if (review.progress.state === 'saving' || review.changes.length === 0) return
  setProgress(review, { state: 'saving' })
  // Changes collected from here on belong to the next save, so nothing waits without a reason.
  if (review.lost !== undefined && !(await settleLost(review))) {
    setProgress(review, { state: 'failed', id: undefined, message: UNREACHABLE })
    return
  }
  const sent = review.changes
  if (sent.length === 0) {
    setProgress(review, { state: 'idle' })
    return
  }
  await send(review, sent)
}

function setProgress(review: ReviewState, progress: ReviewProgress): void {
  review.progress = progress
  emit(review)
}

async function send(review: ReviewState, sent: readonly HeldChange[]): Promise<void> {
  const { options } = review
  const requests = sent.map(requestOf)
  const result = await options.save(requests.map(({ from: _from, ...request }) => request))
  const token = result.state === 'unreachable' ? result.token : undefined
  review.lost = token === undefined ? undefined : { sent, token }
  if (result.state !== 'saved') {
    setProgress(review, failureOf(sent, result))
    return
  }
  review.progress = { state: 'idle' }
  forgetSteps(review)
  sent.forEach((change, index) => settle(review, change, result.rows[index]))
  emit(review)
  options.onSaved(requests, result)
}

function failureOf(
  sent: readonly HeldChange[],
  result: Exclude<RowChangesResult, { state: 'saved' }>,
): ReviewProgress {
  if (result.state === 'unreachable')
    return { state: 'failed', id: undefined, message: result.message }
  const change = sent[result.change ?? -1]
  if (result.state === 'rejected')
    return { state: 'failed', id: change?.id, message: result.message }
  if (change === undefined) return { state: 'failed', id: undefined, message: '' }
  return { state: 'conflict', id: change.id, change: requestOf(change), theirs: result.theirs }
}

/** Drops a change that was saved. Changes collected during the save stay. */
function settle(
  { additions, removals, options }: ReviewState,
  change: HeldChange,
  saved: ChangedRow | undefined,
): void {
  if (change.kind === 'insert') additions.delete(change.id)
  if (change.kind === 'delete') removals.delete(change.id)
  if (change.kind !== 'update') return
  const { id, row } = change
  const version = saved?.version ?? null
  const key = saved?.key ?? row.key
  options.edits().settleHeld(id, row.cells, { key, version, values: saved?.values ?? {} })
  const removal = removals.get(id)
  if (removal) removals.set(id, { ...removal, key, version })
}

/**
 * Asks whether changes were saved of which the response was lost, because saving them again would
 * insert rows twice. False if that is still unknown.
 */
async function settleLost(review: ReviewState): Promise<boolean> {
  const { lost, options } = review
  if (lost === undefined) return true
  const isSaved = await options.wasSaved(lost.token)
  if (isSaved === undefined) return false
  review.lost = undefined
  if (!isSaved) return true
  forgetSteps(review)
  lost.sent.forEach((change) => settle(review, change, undefined))
  emit(review)
  options.onSaved(lost.sent.map(requestOf), SAVED_BEFORE)
  return true
}

/** After a conflict: saves over the change of somebody else. */
export async function keepMine(review: ReviewState): Promise<void> {
  const { progress, removals, options } = review
  if (progress.state !== 'conflict') return
  const { id, theirs } = progress
  const removal = removals.get(id)
  if (removal) removals.set(id, { ...removal, version: theirs.version })
  else options.edits().rebase(id, theirs.version)
  setProgress(review, { state: 'idle' })
  await saveReview(review)
}
