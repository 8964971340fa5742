import { arrange, type ArrangeTask } from './arrange.ts'

/** Arranges one picture and sends the places of its tables. */
self.addEventListener('message', ({ data }: MessageEvent<ArrangeTask>) => {
  self.postMessage(arrange(data), { transfer: [] })
})
