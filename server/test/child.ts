import type { ChildProcess } from 'node:child_process'

/**
 * Resolves when a forked process sends a message, and rejects if it ends first. The listener stays
 * attached, because a new `once` listener per message would miss all but the first of several
 * messages that arrive together.
 */
export const says = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.on('message', (said) => {
      if (said === word) resolve()
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`The process ended (${code ?? signal}) before it said "${word}"`)),
    )
  })
