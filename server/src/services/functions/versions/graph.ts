import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { parseConfig } from '../runtime/config-file.ts'
import { runDenoTool } from './deno-tool.ts'

const Resolution = z.object({
  specifier: z.string().optional(),
  error: z.string().optional(),
  span: z.object({ start: z.object({ line: z.int(), character: z.int() }) }).optional(),
})
const Graph = z.object({
  modules: z.array(
    z.object({
      specifier: z.string(),
      mediaType: z.string().optional(),
      error: z.string().optional(),
      dependencies: z
        .array(
          z.object({
            specifier: z.string(),
            code: Resolution.optional(),
            type: Resolution.optional(),
            isDynamic: z.boolean().optional(),
          }),
        )
        .default([]),
    }),
  ),
})
/** The modules that an entrypoint imports, as `deno info` lists them. */
export type Graph = z.infer<typeof Graph>

/** The files of a version, in a folder. */
export type Source = {
  readonly folder: string
  readonly entrypoint: string
  readonly importMap: string | undefined
  /** A folder for what Deno keeps; the caller deletes it. */
  readonly cache: string
}

export const OFFLINE = ['--no-remote', '--no-npm', '--no-lock'] as const

export const baseOf = ({ folder }: Pick<Source, 'folder'>): string =>
  `${pathToFileURL(folder).href}/`

/** Parses the entrypoint and everything it imports. Throws 400 if it cannot be parsed. */
export async function readGraph(deno: string, source: Source): Promise<Graph> {
  const { folder, entrypoint, cache } = source
  const config = path.join(cache, 'config.json')
  await mkdir(cache, { recursive: true })
  await writeFile(config, await importsOf(source))
  const args = ['info', '--json', ...OFFLINE, '--config', config, '--']
  const { output } = await runDenoTool(deno, {
    args: [...args, path.join(folder, entrypoint)],
    folder,
    cache,
  }).catch((cause: unknown) => {
    throw notChecked(cause)
  })
  return Graph.parse(JSON.parse(output))
}

/** The import map of the function, as it is for a configuration file in another folder. */
async function importsOf({ folder, importMap }: Source): Promise<string> {
  if (importMap === undefined) return '{}'
  const file = path.join(folder, importMap)
  const given = await readFile(file, 'utf8')
  let map: ReturnType<typeof parseConfig>
  try {
    map = parseConfig(given)
  } catch (cause) {
    throw invalidImportMap(importMap, cause)
  }
  const absolute = (value: string) =>
    /^\.{0,2}\//.test(value) ? new URL(value, pathToFileURL(file)).href : value
  const values = (entries: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [key, value === null ? null : absolute(value)]),
    )
  return JSON.stringify({
    ...(map.imports && { imports: values(map.imports) }),
    ...(map.scopes && {
      scopes: Object.fromEntries(
        Object.entries(map.scopes).map(([key, entries]) => [absolute(key), values(entries)]),
      ),
    }),
  })
}

const invalidImportMap = (name: string, cause: unknown) =>
  new AppError('invalid_bundle', `The import map ${name} is not valid.`, {
    status: 400,
    hint: 'Write it as JSON with "imports" and "scopes", and deploy again.',
    cause,
  })

const notChecked = (cause: unknown) =>
  new AppError('bundle_not_checked', 'The files of the function could not be parsed.', {
    status: 400,
    hint: 'Make sure that the entrypoint is a JavaScript or TypeScript file, and deploy again.',
    cause,
  })
