import { z } from 'zod'

/** The parts of a `deno.json` or an import map that a function can have. */
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

/**
 * Makes the configuration that Deno gets from the one that a function brings. Everything else in it
 * is left out: it could turn on unstable interfaces, or name folders and registries elsewhere.
 * Throws if the text is not JSON, with comments or without, of the expected form.
 */
export const toDenoConfig = (text: string): string =>
  JSON.stringify(ConfigFile.parse(JSON.parse(withoutComments(text))))

/** Strings, comments, and commas before a closing bracket, whichever comes first. */
const PARTS =
  /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*[}\]])/g

const withoutComments = (text: string): string =>
  text.replace(PARTS, (part) => (part.startsWith('"') ? part : ' '))
