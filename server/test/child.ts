import type { ChildProcess } from 'node:child_process'

/**
 * Resolves when a forked process says a word. Listens all the while: of several messages that come
 * in one turn, one that is listened for anew each time hears the first only.
 */
export const says = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve) => {
    child.on('message', (said) => {
      if (said === word) resolve()
    })
  })
