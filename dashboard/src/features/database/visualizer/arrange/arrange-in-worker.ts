import type { Arranged, ArrangeTask } from './arrange.ts'

/** Arranges tables in a worker, so that the page stays responsive. It stops with the signal. */
export function arrangeInWorker(task: ArrangeTask, signal: AbortSignal): Promise<Arranged> {
  const worker = new Worker(new URL('./arrange-worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Arranged>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  worker.addEventListener('message', ({ data }: MessageEvent<Arranged>) => resolve(data))
  worker.addEventListener('error', () => reject(new Error('The tables could not be arranged.')))
  worker.postMessage(task, [])
  return promise.finally(() => worker.terminate())
}
