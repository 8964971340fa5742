import type { AppError } from '../../../lib/errors.ts'
import { invalidBundle } from '../errors.ts'
import type { Inspection } from '../runtime/deno-start.ts'
import type { Bundle } from './bundle.ts'
import { baseOf, isOutside, readGraph, type Graph } from './graph.ts'

/**
 * Parses the entrypoint and the files of the bundle that it imports, with Deno and without network
 * access. Throws 400 `invalid_bundle` with file, line and column of a syntax error, or of an import
 * of a file or name that the bundle does not have.
 */
export async function checkBundle(inspection: Inspection, bundle: Bundle): Promise<void> {
  const base = baseOf(inspection)
  const { modules } = await readGraph(inspection, bundle)
  const own = modules.filter(({ specifier }) => specifier.startsWith(base))
  // A message about another file would reveal its content.
  for (const { error } of own)
    if (error?.startsWith('SyntaxError: ') === true) throw syntaxError(error, base)
  const paths = new Set(bundle.files.map((file) => file.path))
  for (const module of own) requireImports(module, { base, paths })
}

type Module = Graph['modules'][number]
type Files = { readonly base: string; readonly paths: ReadonlySet<string> }

/** Imports that run only later, or that are only types, can be missing in a function that works. */
function requireImports({ specifier: importer, dependencies }: Module, files: Files): void {
  for (const { specifier, code, isDynamic } of dependencies) {
    if (!code || isDynamic === true || isKnown(code, files)) continue
    const { line, character } = code.span?.start ?? { line: 0, character: 0 }
    const place = `${nameOf(importer, files)}:${line + 1}:${character + 1}`
    throw code.error === undefined ? fileMissing(place, specifier) : nameMissing(place, specifier)
  }
}

function isKnown({ specifier, error }: NonNullable<Import['code']>, files: Files): boolean {
  if (error !== undefined) return false
  if (specifier !== undefined && isOutside(specifier)) return false
  if (specifier?.startsWith('file:') !== true) return true
  return specifier.startsWith(files.base) && files.paths.has(nameOf(specifier, files))
}
type Import = Module['dependencies'][number]

function nameOf(specifier: string, { base }: Files): string {
  const [name = ''] = specifier.slice(base.length).split(/[?#]/, 1)
  try {
    return decodeURIComponent(name)
  } catch {
    // An invalid percent encoding, so it cannot be a file name.
    return name
  }
}

function syntaxError(error: string, base: string): AppError {
  const [sentence = ''] = error.slice('SyntaxError: '.length).split('\n')
  const place = error.slice(error.lastIndexOf('\n') + 1).replace(/^\s*at /, '')
  return invalidBundle(
    `${place.replace(base, '')}: ${sentence}.`,
    'Correct the syntax error and deploy again.',
  )
}

const fileMissing = (place: string, specifier: string) =>
  invalidBundle(
    `${place}: The imported file "${specifier}" is not in the deployment.`,
    'Correct the path, or add the file, and deploy again.',
  )

const nameMissing = (place: string, specifier: string) =>
  invalidBundle(
    `${place}: The import "${specifier}" is not in the import map.`,
    'Add it to the import map, or begin it with "npm:", "jsr:" or "https:", and deploy again.',
  )
