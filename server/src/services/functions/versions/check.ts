import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { usageOf } from '../runtime/process-usage.ts'
import type { Bundle } from './bundle.ts'

const TIMEOUT_MS = 10_000
/** A file of the bundle can name any file as a module, such as one that never ends. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024
const WATCH_MS = 50
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

const ModuleGraph = z.object({
  modules: z.array(z.object({ specifier: z.string(), error: z.string().optional() })),
})

/**
 * Parses the entrypoint and the files of the bundle that it imports, with Deno and without network
 * access. Throws 400 `invalid_bundle` with file, line and column of a syntax error.
 */
export async function checkBundle(
  deno: string,
  folder: string,
  { entrypoint }: Bundle,
): Promise<void> {
  const cache = `${folder}.cache`
  try {
    const output = await readGraph(deno, { folder, entrypoint, cache })
    const base = `${pathToFileURL(folder).href}/`
    for (const { specifier, error } of ModuleGraph.parse(JSON.parse(output)).modules)
      // A message about another file would reveal its content.
      if (error?.startsWith('SyntaxError: ') === true && specifier.startsWith(base))
        throw syntaxError(error, base)
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
}

type Graph = { readonly folder: string; readonly entrypoint: string; readonly cache: string }

function readGraph(deno: string, { folder, entrypoint, cache }: Graph): Promise<string> {
  const line = ['info', '--json', '--no-remote', '--no-npm', '--no-config', '--no-lock', '--']
  return new Promise((resolve, reject) => {
    const child = execFile(
      deno,
      [...line, path.join(folder, entrypoint)],
      {
        cwd: folder,
        env: { DENO_DIR: cache, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT_BYTES,
      },
      (error, output) => {
        clearInterval(watch)
        if (error) reject(notChecked(error))
        else resolve(output)
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

function syntaxError(error: string, base: string): AppError {
  const [sentence = ''] = error.slice('SyntaxError: '.length).split('\n')
  const place = error.slice(error.lastIndexOf('\n') + 1).replace(/^\s*at /, '')
  return new AppError('invalid_bundle', `${place.replace(base, '')}: ${sentence}.`, {
    status: 400,
    hint: 'Correct the syntax error and deploy again.',
  })
}

const notChecked = (cause: unknown) =>
  new AppError('bundle_not_checked', 'The files of the function could not be parsed.', {
    status: 400,
    hint: 'Make sure that the entrypoint is a JavaScript or TypeScript file, and deploy again.',
    cause,
  })
