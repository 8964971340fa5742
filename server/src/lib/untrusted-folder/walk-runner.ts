import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CURRENT, TURN, type StartRunner, type WalkAnswer } from './walk-task.ts'

const HEAP_MB = 64

export const startWorker: StartRunner = ({ answered, failed }) => {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('./walk-worker.ts', import.meta.url), {
    workerData: shared,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
  })
  worker.unref()
  worker.on('message', (answer: WalkAnswer) => answered(answer))
  worker.on('error', failed)
  worker.on('exit', (code) => failed(new Error(`The thread of folders has ended with ${code}.`)))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
    send: (task) => worker.postMessage(task),
    turn() {
      const id = Atomics.load(shared, CURRENT)
      return id === 0 ? undefined : { id, number: Atomics.load(shared, TURN) }
    },
    async end() {
      const exited = once(worker, 'exit')
      void worker.terminate()
      await exited
    },
  }
}
