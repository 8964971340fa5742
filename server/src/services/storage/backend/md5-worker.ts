import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Md5Answer, Md5Message } from './md5.ts'

const hashes = new Map<number, Hash>()

function answerTo({ id, chunks, next }: Md5Message): Md5Answer {
  const hash = hashes.get(id) ?? createHash('md5')
  for (const chunk of chunks) hash.update(chunk)
  if (next === 'more') hashes.set(id, hash)
  else hashes.delete(id)
  return { id, md5: next === 'digest' ? hash.digest('hex') : undefined }
}

parentPort?.on('message', (message: Md5Message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  parentPort?.postMessage(answerTo(message))
})
