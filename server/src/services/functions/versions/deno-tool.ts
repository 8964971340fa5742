import { execFile } from 'node:child_process'
import { usageOf } from '../runtime/process-usage.ts'

const TIMEOUT_MS = 10_000
/** A file of the bundle can name any file as a module, such as one that never ends. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024
const WATCH_MS = 50
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

export type ToolRun = {
  readonly args: readonly string[]
  readonly folder: string
  /** Where Deno keeps its cache. */
  readonly cache: string
  /** The exit statuses with which Deno reports a result; 0 if absent. */
  readonly statuses?: readonly number[]
}

/**
 * Runs a command of Deno that reads a bundle and executes none of it, without network access and in
 * limited time and memory. Resolves with what it wrote; rejects if it was stopped or failed.
 */
export function runDenoTool(
  deno: string,
  { args, folder, cache, statuses = [0] }: ToolRun,
): Promise<{ readonly output: string; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      deno,
      [...args],
      {
        cwd: folder,
        env: {
          DENO_DIR: cache,
          NO_COLOR: '1',
          DENO_NO_UPDATE_CHECK: '1',
          DENO_NO_PACKAGE_JSON: '1',
        },
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT_BYTES,
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
