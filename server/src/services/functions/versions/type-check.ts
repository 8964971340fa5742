import path from 'node:path'
import type { FunctionTypeCheck } from '@stoa/contract/services/functions/members'
import type { Inspection } from '../runtime/deno-start.ts'
import { runDenoTool } from './deno-tool.ts'
import {
  baseOf,
  isOutside,
  OFFLINE,
  onlyBelow,
  readGraph,
  type Graph,
  type Source,
} from './graph.ts'

const MAX_ERRORS = 100
const MAX_MESSAGE = 1000
const UNCHECKED: FunctionTypeCheck = { is_checked: false, errors: [] }

/** Represents a module of another site, whose types are not known here. */
const UNKNOWN_MODULE = 'data:application/typescript,export%20default%200%20as%20any'

/**
 * TypeScript errors caused only by an unknown module: names that it does not export, types that it
 * does not have, and parameters whose type it would have given.
 */
const OF_UNKNOWN_MODULES = new Set([
  1192, 2305, 2307, 2339, 2503, 2614, 2694, 2709, 2724, 2749, 7005, 7006, 7019, 7031, 7034, 7053,
  18046,
])
/** Globals of the runtime that are missing in Deno's types. */
const RUNTIME_GLOBAL = /^Cannot find n(?:ame|amespace) '(?:EdgeRuntime|Supabase)'/

/**
 * Checks the types of a deployed version, without network access and without running it. Imports
 * from other sites have the type `any`. Nothing is checked if the code uses JSX, whose types come
 * from elsewhere, or if the check takes too much time or memory.
 */
export async function checkTypes(
  inspection: Inspection,
  source: Source,
): Promise<FunctionTypeCheck> {
  const { folder } = inspection
  try {
    const graph = await readGraph(inspection, source)
    const base = baseOf(inspection)
    if (!graph.modules.every((module) => isCheckable(module, base))) return UNCHECKED
    const { imports, hasUnknown } = importsOf(graph, base)
    const config = await inspection.configure(JSON.stringify({ imports }))
    const entry = path.join(folder, source.entrypoint)
    const { errors } = await runDenoTool(inspection, {
      args: ['check', '--quiet', ...OFFLINE, '--config', config, entry],
      folder,
      statuses: [0, 1],
    })
    const found = parseErrors(errors, base)
    // Any other report of Deno means that it could not check.
    if (errors.trim() !== '' && found.length === 0) return UNCHECKED
    const own = found.filter(
      ({ code, error }) =>
        !(hasUnknown && OF_UNKNOWN_MODULES.has(code)) && !RUNTIME_GLOBAL.test(error.message),
    )
    return {
      is_checked: true,
      errors: own.slice(0, MAX_ERRORS).map(({ error }) => error),
    }
  } catch {
    return UNCHECKED
  }
}

/** A message about a file outside the function could reveal its content. */
function isCheckable(
  { specifier, mediaType, error }: Graph['modules'][number],
  base: string,
): boolean {
  if (isOutside(specifier)) return false
  if (!specifier.startsWith('file:')) return true
  return specifier.startsWith(base) && error === undefined && !/^(?:TSX|JSX)$/.test(mediaType ?? '')
}

/** An import map in which every name leads to a file of the function or to the unknown module. */
function importsOf({ modules }: Graph, base: string) {
  const imports: Record<string, string> = {}
  for (const { dependencies } of modules)
    for (const { specifier, code, type } of dependencies)
      for (const found of [code?.specifier, type?.specifier]) {
        if (found === undefined || /^(?:node|data):/.test(found)) continue
        if (!found.startsWith(base)) imports[found] = UNKNOWN_MODULE
        if (!/^\.{0,2}\//.test(specifier)) imports[specifier] = imports[found] ?? found
      }
  const hasUnknown = Object.values(imports).includes(UNKNOWN_MODULE)
  return { imports: { ...imports, ...onlyBelow(base) }, hasUnknown }
}

/** A block of lines for each error: the message, details, the line of code, and the place. */
function parseErrors(output: string, base: string) {
  return output.split('\n\n').flatMap((block) => {
    const [, code, message] = /^TS(\d+) \[ERROR\]: (.*)/.exec(block) ?? []
    const [, specifier, line, column] = /\n +at (\S+):(\d+):(\d+)$/.exec(block.trimEnd()) ?? []
    if (message === undefined || specifier?.startsWith(base) !== true) return []
    return [
      {
        code: Number(code),
        error: {
          path: decodeURIComponent(specifier.slice(base.length)),
          line: Number(line),
          column: Number(column),
          message: message.replaceAll(base, '').slice(0, MAX_MESSAGE),
        },
      },
    ]
  })
}
