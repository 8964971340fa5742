import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { MAX_FUNCTION_FILES } from '@stoa/contract/services/functions/members'
import type { BundleFile } from '../versions/bundle.ts'

/** One function in a folder with the layout of `supabase/functions`. */
export type FunctionSource = {
  readonly slug: string
  readonly entrypoint: string
  /** Changes with each change of a file that belongs to the function. */
  readonly signature: string
  read(): Promise<readonly BundleFile[]>
}

const ENTRYPOINTS = ['index.ts', 'index.tsx', 'index.js', 'index.mjs']
/** Files of the folder itself that belong to every function. */
const SHARED_FILES = new Set(['deno.json', 'deno.jsonc', 'import_map.json'])
/** One more than a function can have, so that a larger one is refused with a reason. */
const MOST_FILES = MAX_FUNCTION_FILES + 1

type SourceFile = { readonly path: string; readonly state: string }

/**
 * The functions in a folder: every folder with an `index.ts`. Folders whose names begin with an
 * underscore are shared, and belong to each function. Hidden files are left out, because `.env` has
 * secrets, and links, because they can lead to other files of the machine. Rejects if the folder
 * cannot be read.
 */
export async function listSources(folder: string): Promise<readonly FunctionSource[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && !isSkipped(entry.name))
    .map(({ name }) => name)
    .toSorted()
  const shared: SourceFile[] = []
  for (const entry of entries)
    if (entry.isFile() && SHARED_FILES.has(entry.name))
      shared.push(...(await findFile(folder, entry.name)))
  for (const name of names) if (name.startsWith('_')) await findFiles(folder, name, shared)
  const sources: FunctionSource[] = []
  for (const slug of names) {
    if (slug.startsWith('_')) continue
    const own: SourceFile[] = []
    await findFiles(folder, slug, own)
    const entrypoint = ENTRYPOINTS.map((name) => `${slug}/${name}`).find((name) =>
      own.some((file) => file.path === name),
    )
    if (entrypoint === undefined) continue
    const files = [...own, ...shared]
    sources.push({
      slug,
      entrypoint,
      signature: files.map((file) => `${file.path}:${file.state}`).join('\n'),
      read: () =>
        Promise.all(
          files.map(async (file) => ({
            path: file.path,
            content: await readFile(path.join(folder, file.path)),
          })),
        ),
    })
  }
  return sources
}

const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

async function findFiles(folder: string, inside: string, found: SourceFile[]): Promise<void> {
  for (const entry of await readdir(path.join(folder, inside), { withFileTypes: true })) {
    if (found.length >= MOST_FILES) return
    if (isSkipped(entry.name)) continue
    const name = `${inside}/${entry.name}`
    if (entry.isDirectory()) await findFiles(folder, name, found)
    else if (entry.isFile()) found.push(...(await findFile(folder, name)))
  }
}

/** Skips a file that was deleted in the meantime. */
async function findFile(folder: string, name: string): Promise<readonly SourceFile[]> {
  try {
    const { size, mtimeMs, ctimeMs } = await lstat(path.join(folder, name))
    return [{ path: name, state: `${size}:${mtimeMs}:${ctimeMs}` }]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
