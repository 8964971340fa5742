import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type Group = NonNullable<Splitting['groups']>[number]
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

/** The component of the sign-in page, `routes/sign-in.tsx?tsr-split=component`, and its banners. */
const SIGN_IN = /[\\/]routes[\\/]sign-in\.tsx\?|[\\/]banners[\\/]public-banners\.tsx$/
const FORGOT_PASSWORD = /[\\/]routes[\\/]forgot-password\.tsx\?/
/**
 * An open table, and what surrounds every signed-in page. The shell loads the rooms, the banners and
 * the clients of the API, and the route loads `table-editor-page`.
 */
export const TABLE =
  /[\\/]routes[\\/]_app(?:[\\/]project[\\/]\$ref(?:[\\/]editor[\\/]\$id)?)?\.tsx\?|[\\/](?:app[\\/]rooms\.ts|app-banners\.tsx|data-clients\.ts)$/
/** The definitions of all routes, which the entry does not have. */
const ROUTES = /[\\/]src[\\/](?:route-tree\.gen\.ts|app[\\/]all-routes\.ts|routes[\\/][^?]+\.tsx)$/
/** Packages that export far more than the page that imports them uses. */
const BARREL =
  /node_modules[\\/](?:radix-ui[\\/]|@tanstack[\\/]react-router[\\/]dist[\\/]esm[\\/]index\.js$)/
/** The file that exports all icons, and the file of one icon. */
const ALL_ICONS = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.m?js$/
const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.m?js$/
/** The library of schemas, which a table, the SQL editor and most lists open without. */
const FORM_LIBRARY = /node_modules[\\/]zod[\\/]/
const SMALL_PARTS =
  /lucide-react[\\/]dist|dashboard[\\/]src[\\/](?:ui|lib|components)[\\/]|contract[\\/]src[\\/]/
/** Modules that an open table and its sheets share, and that no other page loads. */
const TABLE_EDITOR = /dashboard[\\/]src[\\/]features[\\/]table-editor[\\/][^?]+$/
/** The reads and the local state of pages. */
const DATA = /dashboard[\\/]src[\\/]data[\\/][^?]+$/

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
        // A hundred short files, which would be as many requests.
        name: 'routes',
        test: ROUTES,
        priority: 2,
      },
      {
        name: (id, context) => {
          if (isSignedOut(SIGN_IN, id, context)) return 'signed-out'
          return isSignedOut(FORGOT_PASSWORD, id, context) ? 'recovery' : null
        },
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
      // The grid of rows with its styles. The file of other parts would have the styles otherwise, and
      // every table would load it for them.
      { name: 'grid', test: /node_modules[\\/]react-data-grid[\\/]/, priority: 2 },
      // The list of the palette and of pickers, which would make the other parts load with it.
      {
        name: 'command',
        test: /node_modules[\\/]cmdk[\\/]/,
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
      {
        name: (id, context) => (isDataOfTable(id, context) ? 'data' : null),
        minShareCount: 2,
        maxModuleSize: 20_000,
        includeDependenciesRecursively: false,
        priority: 1,
      },
      {
        name: (id, context) =>
          TABLE_EDITOR.test(id) && isImportedBy(TABLE, id, context) ? 'table' : null,
        minShareCount: 2,
        includeDependenciesRecursively: false,
        priority: 1,
      },
      { name: 'more-parts', test: SMALL_PARTS, minShareCount: 3, maxModuleSize: 20_000 },
    ],
  }
}

/** Without the parts that signed-out pages also need, which would load all others with them. */
const isDataOfTable = (id: string, context: Context): boolean =>
  DATA.test(id) &&
  isImportedBy(TABLE, id, context) &&
  ![SIGN_IN, FORGOT_PASSWORD].some((page) => isImportedBy(page, id, context))

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

/** The same for a signed-out page, except that it counts only the icons that its code names. */
function isSignedOut(page: RegExp, id: string, context: Context): boolean {
  const users = ICON.test(id) ? usersOfIcon(id, context) : [id]
  return users.some((user) => isImportedBy(page, user, context))
}

/** The modules whose code names an icon. All icons have the same importer, which exports them all. */
function usersOfIcon(id: string, context: Context): readonly string[] {
  const [, file] = ICON.exec(id) ?? []
  const barrel = context.getModuleInfo(id)?.importers.find((importer) => ALL_ICONS.test(importer))
  if (file === undefined || barrel === undefined) return []
  // An icon has several names: `{ default as TriangleAlert, default as … } from './icons/….mjs'`.
  const line = context
    .getModuleInfo(barrel)
    ?.code?.split('\n')
    .find((text) => text.includes(`/${file}.`))
  const names = [...(line ?? '').matchAll(/default as (\w+)/g)].map(([, name]) => name)
  const anyName = new RegExp(`\\b(?:${names.join('|')})\\b`)
  return (context.getModuleInfo(barrel)?.importers ?? []).filter((user) =>
    anyName.test(context.getModuleInfo(user)?.code ?? ''),
  )
}
