import { execFile } from 'node:child_process'
import { commandOf } from '../../../lib/sandbox/sandbox.ts'
import type { DenoStart } from '../runtime/deno-start.ts'
import { usageOf } from '../runtime/process-usage.ts'

const TIMEOUT_MS = 10_000
/** A file of the bundle can be slow to read, whatever it imports. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024
const WATCH_MS = 50
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

export type ToolRun = {
  readonly args: readonly string[]
  readonly folder: string
  /** The exit statuses with which Deno reports a result; 0 if absent. */
  readonly statuses?: readonly number[]
}

/**
 * Runs a command of Deno that reads a bundle and executes none of it, without network access and in
 * limited time and memory. Resolves with what it wrote; rejects if it was stopped or failed.
 */
export function runDenoTool(
  start: DenoStart,
  { args, folder, statuses = [0] }: ToolRun,
): Promise<{ readonly output: string; readonly errors: string }> {
  const command = commandOf(start.sandbox, {
    ...start,
    program: start.deno,
    args,
    env: {
      DENO_DIR: start.cache,
      NO_COLOR: '1',
      DENO_NO_UPDATE_CHECK: '1',
      DENO_NO_PACKAGE_JSON: '1',
    },
  })
  return new Promise((resolve, reject) => {
    const child = execFile(
      command.file,
      [...command.args],
      {
        cwd: folder,
        env: { ...command.env },
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT_BYTES,
        ...start.account,
      },
      (error, output, errors) => {
        clearInterval(watch)
        const status = error ? error.code : 0
        if (typeof status === 'number' && statuses.includes(status)) resolve({ output, errors })
        else reject(error ?? new Error('Deno ended with an unexpected status'))
      },
    )
    const watch = setInterval(() => {
      if (child.pid === undefined) return
      void usageOf(child.pid).then((usage) => {
        if (usage && usage.memoryBytes > MAX_MEMORY_BYTES) child.kill('SIGKILL')
      })
    }, WATCH_MS)
  })
}
