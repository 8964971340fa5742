import { hashSync } from '@node-rs/bcrypt'
import { readlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { matchesHash } from './hash-matching.ts'
import type { HashingAnswer, HashingTask } from './hashing-threads.ts'

const COST = 10
/** A thread with this priority gets a tenth of a processor that other threads compete for. */
const PRIORITY = os.constants.priority.PRIORITY_BELOW_NORMAL

// Threads have their own priority on Linux only. Elsewhere, this would be the priority of the server.
if (process.platform === 'linux') {
  const thread = Number(path.basename(readlinkSync('/proc/thread-self')))
  os.setPriority(thread, PRIORITY)
}

function answerTo(task: HashingTask): HashingAnswer {
  try {
    const before = process.threadCpuUsage()
    const result =
      task.hash === undefined
        ? { hash: hashSync(task.password, { cost: COST, version: '2a' }) }
        : { matches: matchesHash(task.password, task.hash) }
    const { user, system } = process.threadCpuUsage(before)
    return { ...result, cpuMs: (user + system) / 1000 }
  } catch (error) {
    return { error }
  }
}

parentPort?.on('message', (task: HashingTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  parentPort?.postMessage(answerTo(task))
})
