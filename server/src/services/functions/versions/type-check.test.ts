import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { noFence } from '../runtime/fence.ts'
import { DEFAULT_LIMITS } from '../runtime/limits.ts'
import { createFunctionFolders } from '../runtime/function-folders.ts'
import { checkTypes } from './type-check.ts'

const ATTEMPTS = 5
/** Each attempt has ten seconds for each of two commands. */
const GENEROUS_MS = 120_000

const folders = createFunctionFolders(noFence, DEFAULT_LIMITS)
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-types-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(folders.end)

/** On a busy machine, no check finishes in time; the next attempt may. */
async function check(files: Readonly<Record<string, string>>) {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    const result = await checkOnce(files)
    if (result.is_checked) return result
  }
  return checkOnce(files)
}

async function checkOnce(files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, 'code', name)), { recursive: true })
    await writeFile(path.join(folder, 'code', name), content)
  }
  const inspection = await folders.inspect(path.join(folder, 'code'))
  try {
    return await checkTypes(inspection, {
      entrypoint: 'index.ts',
      importMap: 'deno.json' in files ? 'deno.json' : undefined,
    })
  } finally {
    await inspection.close()
  }
}

it(
  'reports type errors of all files with file, line and column, and leaves no files',
  async () => {
    const { is_checked, errors } = await check({
      'index.ts': `import { id } from '@/a b.ts'
import { z } from 'npm:zod'
import { createClient } from 'jsr:@supabase/supabase-js@2'
import * as other from 'https://example.invalid/mod.ts'
type Row = z.infer<typeof z>
const session = new Supabase.ai.Session('mistral')
const rows: Row[] = z.array((value) => value + other.thing + session)
EdgeRuntime.waitUntil(createClient(rows).from('a').select().then(({ data }) => data))
const text: string = id
Deno.serve(() => new Response(text))`,
      'lib/a b.ts': 'export const id: number = 1\nid.toUpper(1, 2)\nid.toFixed("2")',
      'deno.json': '{ "imports": { "@/": "./lib/" } }',
    })
    expect(is_checked).toBe(true)
    expect(errors).toEqual([
      { path: 'index.ts', line: 9, column: 7, message: expect.stringContaining('not assignable') },
      {
        path: 'lib/a b.ts',
        line: 3,
        column: 12,
        message: expect.stringContaining('not assignable'),
      },
    ])
    expect(await readdir(folder)).toEqual(['code'])
  },
  GENEROUS_MS,
)

it(
  'reports a property that does not exist when all modules are known',
  async () => {
    const { errors } = await check({ 'index.ts': 'const n = 1\nconsole.log(n.toUpper())' })
    expect(errors).toEqual([
      {
        path: 'index.ts',
        line: 2,
        column: 15,
        message: "Property 'toUpper' does not exist on type '1'.",
      },
    ])
  },
  GENEROUS_MS,
)

it.each([
  ['imports a file outside the function', { 'index.ts': 'import "../secret.ts"' }],
  ['imports a module that never ends', { 'index.ts': 'import "/dev/zero"' }],
  ['uses JSX', { 'index.ts': 'import "./a.tsx"', 'a.tsx': 'export default <a />' }],
])('does not check a function that %s', async (_, files) => {
  await writeFile(path.join(folder, 'secret.ts'), 'export const password: number = "hunter2"')
  expect(await checkOnce(files)).toEqual({ is_checked: false, errors: [] })
})
