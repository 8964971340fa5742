import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLAIN_FILES } from './plain-files.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Ban = { file: string; source: string; rule: string; substitute: string }

const bans: Record<string, Ban> = {
  'a request beside the client of the dashboard': {
    file: 'dashboard/src/features/a.ts',
    source: "export const ask = () => fetch('/x')",
    rule: 'no-restricted-globals',
    substitute: 'data/client/http.ts',
  },
  'a request through the window': {
    file: 'dashboard/src/features/b.ts',
    source: "export const ask = () => window.fetch('/x')",
    rule: 'no-restricted-properties',
    substitute: 'data/client',
  },
  'a toast out of the data': {
    file: 'dashboard/src/data/c.ts',
    source: "import { toast } from 'sonner'\nexport const tell = () => toast('done')",
    rule: 'no-restricted-imports',
    substitute: 'let the feature show the toast',
  },
  'the computer’s time in the data': {
    file: 'dashboard/src/data/d.ts',
    source: 'export const now = () => new Date()',
    rule: 'house(no-ambient-time)',
    substitute: 'a clock that is handed in',
  },
  'the environment, read anywhere in the server': {
    file: 'server/src/platform/e.ts',
    source: "export const home = () => process.env['HOME']",
    rule: 'no-restricted-properties',
    substitute: 'server/src/main/config.ts',
  },
  'the machine’s time in the server': {
    file: 'server/src/platform/f.ts',
    source: 'export const now = () => Date.now()',
    rule: 'house(no-ambient-time)',
    substitute: 'a clock that is handed in',
  },
  'a function of more than 100 lines': {
    file: 'server/src/lib/n.ts',
    source: `export function long() {\n${'  void 0\n'.repeat(99)}}`,
    rule: 'house(short-functions)',
    substitute: 'functions of their own',
  },
  'a verb that takes a whole context and uses little of it': {
    file: 'server/src/platform/n.ts',
    source:
      "import type { Context } from './context.ts'\nexport const read = ({ session }: Context) => session",
    rule: 'house(narrow-context)',
    substitute: "Pick<Context, 'session'>",
  },
  'a verb that uses a whole context by its name': {
    file: 'server/src/services/storage/o.ts',
    source:
      "import type { StorageContext } from './context.ts'\nexport function read(context: StorageContext) {\n  return context.settings\n}",
    rule: 'house(narrow-context)',
    substitute: "Pick<StorageContext, 'settings'>",
  },
  'an object that texts are looked up in': {
    file: 'server/src/lib/j.ts',
    source: 'export const units: Readonly<Record<string, number>> = { s: 1000 }',
    rule: 'house(no-text-keyed-object)',
    substitute: 'a Map',
  },
  'a file of a cluster, read as if nobody else could change it': {
    file: 'server/src/fleet/k.ts',
    source: "import { readFile } from 'node:fs/promises'\nexport const read = () => readFile('x')",
    rule: 'house(no-plain-files)',
    substitute: 'lib/untrusted-folder',
  },
  'every function for files at once': {
    file: 'server/src/postgres/clusters/l.ts',
    source: "import * as files from 'fs'\nexport const read = () => files.readFileSync('x')",
    rule: 'house(no-plain-files)',
    substitute: 'lib/untrusted-folder',
  },
  'functions for files that are loaded later': {
    file: 'server/src/services/functions/runtime/m.ts',
    source: "export const load = () => import('node:fs')",
    rule: 'house(no-plain-files)',
    substitute: 'lib/untrusted-folder',
  },
  'a function for files that a listed module was not listed with': {
    file: 'server/src/fleet/lifecycle/reconcile.ts',
    source: "import { rm } from 'node:fs/promises'\nexport const remove = () => rm('x')",
    rule: 'house(no-plain-files)',
    substitute: 'scripts/lint/plain-files.mjs',
  },
  'a number in the language of the browser': {
    file: 'dashboard/src/features/n.ts',
    source: 'export const text = (count: number) => count.toLocaleString()',
    rule: 'house(no-browser-locale)',
    substitute: 'formatCount',
  },
  'an export of everything': {
    file: 'contract/src/g.ts',
    source: "export * from './h.ts'",
    rule: 'house(no-export-all)',
    substitute: 'by its name',
  },
  'a default export': {
    file: 'contract/src/h.ts',
    source: 'export default 1',
    rule: 'no-default-export',
    substitute: 'named export',
  },
  'a duration that is told as “so long”': {
    file: 'contract/src/j.ts',
    source: '/** Waits for so long. */\nexport const WAIT_MS = 5',
    rule: 'house(plain-english)',
    substitute: 'for this long',
  },
  'a comment that hides its subject': {
    file: 'contract/src/k.ts',
    source: '/**\n * What a client sends.\n */\nexport const body = 1',
    rule: 'house(plain-english)',
    substitute: 'Begin with the subject',
  },
  'a function that “answers” in a comment': {
    file: 'contract/src/l.ts',
    source: '// Answers the id.\nexport const id = 1',
    rule: 'house(plain-english)',
    substitute: 'returns',
  },
  'something that is “given up” in a comment': {
    file: 'contract/src/p.ts',
    source: '// A file that never arrives is given up.\nexport const id = 1',
    rule: 'house(plain-english)',
    substitute: 'times out',
  },
  'a test title that names nobody': {
    file: 'contract/src/m.test.ts',
    source:
      "import { expect, it } from 'vitest'\nit.each([1])('tells whoever asks %i', (each) => expect(each).toBe(1))",
    rule: 'house(plain-english)',
    substitute: 'Name the role',
  },
  any: {
    file: 'contract/src/i.ts',
    source: 'export const list: any[] = []',
    rule: 'no-explicit-any',
    substitute: 'unknown',
  },
}
const allowed: Record<string, string> = {
  'dashboard/src/data/client/a.ts': "export const ask = () => fetch('/x')",
  'server/src/main/config.ts': "export const home = () => process.env['HOME']",
  'server/src/fleet/copies/spares.ts':
    "import { readdir } from 'node:fs/promises'\nexport const names = () => readdir('x')",
  'server/src/fleet/a.test.ts':
    "import { readFile } from 'node:fs/promises'\nexport const read = () => readFile('x')",
  'server/src/lib/clock.ts': 'export const now = () => new Date()',
  'server/src/platform/a.ts': 'export const day = (text: string) => new Date(text)',
  'server/src/lib/k.ts': "export const units: Readonly<Record<'s', number>> = { s: 1000 }",
  'server/src/platform/a.test.ts': 'export const now = () => Date.now()',
  'contract/src/n.ts': '/** Runs `meanwhile` while others wait behind it. */\nexport const one = 1',
  'contract/src/o.ts': ['// SPEC', '"What nobody knows."\nexport const two = 2'].join(': '),
}

let folder: string
let complaints: { filename: string; code: string; message: string; help?: string }[]

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-lint-'))
  for (const name of [
    '.oxlintrc.json',
    'scripts/lint/house-rules.mjs',
    'scripts/lint/plain-english.mjs',
    'scripts/lint/plain-files.mjs',
  ])
    cpSync(path.join(root, name), path.join(folder, name))
  const files = Object.values(bans).map(({ file, source }) => [file, source] as const)
  for (const [file, source] of [...files, ...Object.entries(allowed)]) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${source}\n`)
  }
  const program = path.join(root, 'node_modules', '.bin', 'oxlint')
  const printed = await promisify(execFile)(program, ['--format', 'json'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  complaints = JSON.parse(printed.stdout).diagnostics
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The functions that a module imports from Node's modules for files. */
function importsOf(module: string): readonly string[] {
  const text = readFileSync(path.join(root, module), 'utf8')
  const found = text.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g)
  return [...found].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => {
      const trimmed = name.trim()
      return trimmed === '' || trimmed.startsWith('type ') ? [] : [trimmed]
    }),
  )
}

it.each([...PLAIN_FILES])(
  'lists for %s no function for files that it does not use',
  (module, { names, reason }) => {
    expect(new Set(importsOf(module))).toEqual(names)
    expect(reason).toMatch(/\.$/)
  },
)

describe('lint', () => {
  it.each(Object.entries(bans))('rejects %s and names the alternative', (_name, ban) => {
    const found = complaints.filter(({ filename }) => filename.endsWith(ban.file))
    expect(found.map(({ code }) => code)).toEqual([expect.stringContaining(ban.rule)])
    expect(`${found[0]?.message} ${found[0]?.help}`).toContain(ban.substitute)
  })

  it('allows each of them in its designated place', () => {
    const names = Object.keys(allowed)
    expect(
      complaints.filter(({ filename }) => names.some((name) => filename.endsWith(name))),
    ).toEqual([])
  })
})
