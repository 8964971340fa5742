import { z } from 'zod'

/** The parts of a `deno.json` or an import map that a function can use. */
const ConfigFile = z.object({
  imports: z.record(z.string(), z.string().nullable()).optional(),
  scopes: z.record(z.string(), z.record(z.string(), z.string().nullable())).optional(),
  compilerOptions: z
    .object({
      jsx: z.string().optional(),
      jsxFactory: z.string().optional(),
      jsxFragmentFactory: z.string().optional(),
      jsxImportSource: z.string().optional(),
    })
    .optional(),
})

type ConfigFile = z.infer<typeof ConfigFile>

/**
 * Makes the configuration that Deno gets from the one that a function brings. Everything else in it
 * is left out: it could turn on unstable interfaces, or name folders and registries elsewhere.
 * Throws if the text is not JSON, with comments or without, of the expected form.
 */
export const parseConfig = (text: string): ConfigFile =>
  ConfigFile.parse(JSON.parse(withoutComments(text)))

/** The file in the folder of a version's import map or entrypoint that Deno reads. */
export const CONFIG_NAME = '.deno-config.json'

/** The modules of Node that the bootstrap replaces, and their files in its folder. */
const OWN_MODULES = {
  'node:fs': 'node/fs.js',
  'node:fs/promises': 'node/fs-promises.js',
}

/**
 * Adds the modules of the bootstrap, which is at a URL that ends with a slash. They themselves import
 * the ones of Node.
 */
export function withOwnModules({ imports, scopes, ...config }: ConfigFile, bootstrap: string) {
  const own: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(OWN_MODULES).map(([name, file]) => [name, bootstrap + file]),
  )
  const inOwn = (entries: Readonly<Record<string, string | null>> = {}) =>
    Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [key, own[value ?? ''] ?? value]),
    )
  return {
    ...config,
    imports: { ...own, ...inOwn(imports) },
    scopes: {
      ...Object.fromEntries(
        Object.entries(scopes ?? {}).map(([scope, entries]) => [scope, inOwn(entries)]),
      ),
      [bootstrap]: Object.fromEntries(Object.keys(own).map((name) => [name, name])),
    },
  }
}

/** Strings, comments, and commas before a closing bracket, whichever comes first. */
const PARTS =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[}\]])/g

const withoutComments = (text: string): string =>
  text.replace(PARTS, (part) => (part.startsWith('"') ? part : ' '))
