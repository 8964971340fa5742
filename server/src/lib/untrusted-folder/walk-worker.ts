import { parentPort, workerData } from 'node:worker_threads'
import { changeOwner } from './change-owner.ts'
import { copyFolder } from './copy-folder.ts'
import { measureFolder } from './measure-folder.ts'
import { removeFolder } from './remove-folder.ts'
import { codeOf } from './walk.ts'
import {
  CANCELED,
  CURRENT,
  TURN,
  type Walk,
  type WalkAnswer,
  type WalkCancellation,
  type WalkTask,
} from './walk-task.ts'

/** The length of a walk's turn. */
const SLICE_MS = 20

type Work = { readonly id: number; readonly steps: Generator<void, unknown> }

const shared = workerData as Int32Array
const waiting: Work[] = []

parentPort?.on('message', ({ id, walk }: WalkTask | WalkCancellation) => {
  if (walk === 'canceled') return cancel(id)
  waiting.push({ id, steps: stepsOf(walk) })
  planTurn()
})

function stepsOf(walk: Walk): Generator<void, unknown> {
  if (walk.kind === 'measure') return measureFolder(walk.folder, walk.limits)
  if (walk.kind === 'remove') return removeFolder(walk.folder)
  if (walk.kind === 'copy') return copyFolder(walk.folder, walk.options)
  return changeOwner(walk.folder, walk.owner)
}

function cancel(id: number): void {
  const index = waiting.findIndex((work) => work.id === id)
  const [work] = index === -1 ? [] : waiting.splice(index, 1)
  if (!work) return
  let failure = CANCELED
  try {
    // Closes what is open.
    work.steps.return(undefined)
  } catch (error) {
    failure = codeOf(error)
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  parentPort?.postMessage({ id, failure } satisfies WalkAnswer)
}

let isPlanned = false

function planTurn(): void {
  if (isPlanned || waiting.length === 0) return
  isPlanned = true
  setImmediate(nextTurn)
}

function nextTurn(): void {
  isPlanned = false
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
  planTurn()
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
