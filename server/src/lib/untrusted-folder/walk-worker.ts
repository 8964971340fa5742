import { parentPort, workerData } from 'node:worker_threads'
import { changeOwner } from './change-owner.ts'
import { measureFolder } from './measure-folder.ts'
import { removeFolder } from './remove-folder.ts'
import { codeOf } from './walk.ts'
import { CURRENT, TURN, type Walk, type WalkAnswer, type WalkTask } from './walk-task.ts'

/** The length of a walk's turn. */
const SLICE_MS = 20

type Work = { readonly id: number; readonly steps: Generator<void, unknown> }

const shared = workerData as Int32Array
const waiting: Work[] = []

parentPort?.on('message', ({ id, walk }: WalkTask) => {
  waiting.push({ id, steps: stepsOf(walk) })
  if (waiting.length === 1) setImmediate(nextTurn)
})

function stepsOf(walk: Walk): Generator<void, unknown> {
  if (walk.kind === 'measure') return measureFolder(walk.folder, walk.limits)
  if (walk.kind === 'remove') return removeFolder(walk.folder)
  return changeOwner(walk.folder, walk.owner)
}

function nextTurn(): void {
  const [work] = waiting
  if (!work) return
  Atomics.add(shared, TURN, 1)
  Atomics.store(shared, CURRENT, work.id)
  const answer = goOn(work)
  Atomics.store(shared, CURRENT, 0)
  waiting.shift()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  if (answer) parentPort?.postMessage(answer)
  else waiting.push(work)
  if (waiting.length > 0) setImmediate(nextTurn)
}

/** The result, or undefined if the walk has further steps. */
function goOn({ id, steps }: Work): WalkAnswer | undefined {
  const until = performance.now() + SLICE_MS
  try {
    do {
      const step = steps.next()
      if (step.done) return { id, result: step.value }
    } while (performance.now() < until)
    return undefined
  } catch (error) {
    // Omits the message: it would contain file names, which the owner of the folder chose.
    return { id, failure: codeOf(error) }
  }
}
