import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { invalidBundle } from '../errors.ts'
import { parseConfig } from '../runtime/config-file.ts'
import type { Inspection } from '../runtime/deno-start.ts'
import type { Bundle } from './bundle.ts'
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

/** The parts of a version that are read. */
export type Source = Pick<Bundle, 'entrypoint' | 'importMap'>

export const OFFLINE = ['--no-remote', '--no-npm', '--no-lock'] as const

export const baseOf = ({ folder }: Pick<Inspection, 'folder'>): string =>
  `${pathToFileURL(folder).href}/`

/** Stands for every file outside of the function. No site has this name. */
const OUTSIDE = 'https://outside.invalid/'

export const isOutside = (specifier: string): boolean => specifier.startsWith(OUTSIDE)

/**
 * The part of an import map by which Deno opens no file outside of a folder: a path can name a device,
 * or a pipe that never ends.
 */
export const onlyBelow = (base: string): Readonly<Record<string, string>> => ({
  'file:///': OUTSIDE,
  [base]: base,
})

/** Parses the entrypoint and everything it imports. Throws 400 if it cannot be parsed. */
export async function readGraph(inspection: Inspection, source: Source): Promise<Graph> {
  const { folder } = inspection
  const config = await inspection.configure(await importsOf(inspection, source))
  const args = ['info', '--json', ...OFFLINE, '--config', config, '--']
  const { output } = await runDenoTool(inspection, {
    args: [...args, path.join(folder, source.entrypoint)],
    folder,
  }).catch((cause: unknown) => {
    throw notChecked(cause)
  })
  return Graph.parse(JSON.parse(output))
}

/** The function's import map, rewritten for a configuration file in another folder. */
async function importsOf(inspection: Inspection, { importMap }: Source): Promise<string> {
  const base = baseOf(inspection)
  if (importMap === undefined) return JSON.stringify({ imports: onlyBelow(base) })
  const file = path.join(inspection.folder, importMap)
  const given = await readFile(file, 'utf8')
  let map: ReturnType<typeof parseConfig>
  try {
    map = parseConfig(given)
  } catch (cause) {
    throw invalidImportMap(importMap, cause)
  }
  const absolute = (value: string) =>
    /^\.{0,2}\//.test(value) ? new URL(value, pathToFileURL(file)).href : value
  const inside = (value: string) => {
    const url = URL.parse(absolute(value))
    return url?.protocol === 'file:' && !url.href.startsWith(base)
      ? OUTSIDE + url.pathname.slice(1)
      : absolute(value)
  }
  const values = (entries: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [key, value === null ? null : inside(value)]),
    )
  return JSON.stringify({
    imports: { ...(map.imports && values(map.imports)), ...onlyBelow(base) },
    ...(map.scopes && {
      scopes: Object.fromEntries(
        Object.entries(map.scopes).map(([key, entries]) => [absolute(key), values(entries)]),
      ),
    }),
  })
}

const invalidImportMap = (name: string, cause: unknown) =>
  invalidBundle(
    `The import map ${name} is not valid.`,
    'Write it as JSON with "imports" and "scopes", and deploy again.',
    cause,
  )

const notChecked = (cause: unknown) =>
  new AppError('bundle_not_checked', 'The files of the function could not be parsed.', {
    status: 400,
    hint: 'Make sure that the entrypoint is a JavaScript or TypeScript file, and deploy again.',
    cause,
  })
