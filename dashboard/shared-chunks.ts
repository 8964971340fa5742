import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<Splitting['groups']>[number]
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

/** The components of pages that need no session: `routes/sign-in.tsx?tsr-split=component`. */
const SIGNED_OUT_PAGE = /[\\/]routes[\\/](?:sign-in|forgot-password)\.tsx\?/
/**
 * An open table, and what surrounds every signed-in page. The rooms are loaded by the shell, and
 * `table-editor-page` through its route.
 */
const TABLE =
  /[\\/]routes[\\/]_app(?:[\\/]project[\\/]\$ref(?:[\\/]editor[\\/]\$id)?)?\.tsx\?|[\\/]app[\\/]rooms\.ts$/
/** A package that exports those of others, most of which the page that imports it does not use. */
const BARREL = /node_modules[\\/]radix-ui[\\/]/
/** The libraries of forms, which a table, the SQL editor and most lists open without. */
const FORM_LIBRARY = /node_modules[\\/](?:react-hook-form|@hookform|zod)[\\/]/
const SMALL_PARTS =
  /lucide-react[\\/]dist|dashboard[\\/]src[\\/](?:ui|lib|components)[\\/]|contract[\\/]src[\\/]/

/**
 * Puts the small modules that many pages share into few files. If each were a file of its own, the
 * first page would be a hundred requests. What the signed-out pages need and what forms need are
 * files of their own, so that pages without the rest stay quick.
 */
export function sharedChunks(): Splitting {
  return {
    groups: [
      // The code that every page needs first is one file: fewer requests, and it compresses better.
      { name: 'first', tags: ['$initial'], priority: 3 },
      {
        name: (id, context) => (isImportedBy(SIGNED_OUT_PAGE, id, context) ? 'signed-out' : null),
        minShareCount: 3,
        maxModuleSize: 20_000,
        includeDependenciesRecursively: false,
        priority: 2,
      },
      {
        name: (id, context) => (isOfForms(id, context) ? 'forms' : null),
        minShareCount: 3,
        includeDependenciesRecursively: false,
        priority: 2,
      },
      {
        name: (id, context) =>
          SMALL_PARTS.test(id) && isImportedBy(TABLE, id, context) ? 'parts' : null,
        minShareCount: 3,
        maxModuleSize: 20_000,
        priority: 1,
      },
      { name: 'more-parts', test: SMALL_PARTS, minShareCount: 3, maxModuleSize: 20_000 },
    ],
  }
}

/** The libraries of forms, and the small parts that import it, possibly through others. */
function isOfForms(id: string, context: Context): boolean {
  if (FORM_LIBRARY.test(id)) return true
  if (!SMALL_PARTS.test(id)) return false
  const seen = new Set([id])
  for (const at of seen) {
    if (FORM_LIBRARY.test(at)) return true
    if (/node_modules/.test(at)) continue
    for (const imported of context.getModuleInfo(at)?.importedIds ?? []) seen.add(imported)
  }
  return false
}

/** Whether a module is imported, possibly through others, by one whose name matches. */
function isImportedBy(pattern: RegExp, id: string, context: Context): boolean {
  const seen = new Set([id])
  for (const at of seen) {
    if (pattern.test(at)) return true
    for (const importer of context.getModuleInfo(at)?.importers ?? [])
      if (!BARREL.test(importer)) seen.add(importer)
  }
  return false
}
