import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createFunctionsApp,
  eventually,
  type FunctionsApp,
} from '../../../../test/functions/app.ts'

let app: FunctionsApp
let registry: http.Server
let url: string
let files: ReadonlyMap<string, string | Buffer>

const shaOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A package with one module in the format of npm. */
async function packed(manifest: object, code: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-package-'))
  try {
    await mkdir(path.join(folder, 'package'))
    await writeFile(path.join(folder, 'package', 'package.json'), JSON.stringify(manifest))
    await writeFile(path.join(folder, 'package', 'index.js'), code)
    const { stdout } = await promisify(execFile)('tar', ['-czf', '-', 'package'], {
      cwd: folder,
      encoding: 'buffer',
    })
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function publish(): Promise<ReadonlyMap<string, string | Buffer>> {
  const manifest = { name: 'shout', version: '1.2.0', main: 'index.js' }
  // Packages are loaded that ask for the name of the system and the rights of new files.
  const tarball = await packed(
    manifest,
    `const host = require('os').hostname()
     const { writeFileSync, readFileSync } = require('fs')
     writeFileSync('/tmp/umask', String(0o777 & ~process.umask()))
     if (process.getuid() === 0 || readFileSync('/tmp/umask', 'utf8') !== '493') throw new Error()
     module.exports = (text) => host + ' ' + text.toUpperCase()`,
  )
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const dist = { tarball: `${url}/npm/shout/-/shout-1.2.0.tgz`, integrity }
  const module = `export const twice = (text: string): string => text + text`
  return new Map<string, string | Buffer>([
    [
      '/npm/shout',
      JSON.stringify({
        name: 'shout',
        'dist-tags': { latest: '1.2.0' },
        versions: { '1.2.0': { ...manifest, dist } },
      }),
    ],
    ['/npm/shout/-/shout-1.2.0.tgz', tarball],
    ['/jsr/@words/twice/meta.json', JSON.stringify({ versions: { '1.0.0': {} } })],
    [
      '/jsr/@words/twice/1.0.0_meta.json',
      JSON.stringify({
        exports: { '.': './mod.ts' },
        manifest: { '/mod.ts': { size: module.length, checksum: `sha256-${shaOf(module)}` } },
      }),
    ],
    ['/jsr/@words/twice/1.0.0/mod.ts', module],
  ])
}

beforeAll(async () => {
  registry = http.createServer((request, response) => {
    const found = files.get(request.url ?? '')
    const type = request.url?.endsWith('.ts') === true ? 'text/typescript' : 'application/json'
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': type }).end(found)
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  files = await publish()
  app = await createFunctionsApp({}, { registries: { npm: `${url}/npm/`, jsr: `${url}/jsr` } })
})
afterAll(async () => {
  await app.close()
  registry.close()
})

it('runs with packages of the registries that the operator has set', async () => {
  await app.deploy('packages', {
    importMap: 'deno.json',
    files: {
      'deno.json': '{ "imports": { "shout": "npm:shout@^1.0.0" } }',
      'index.ts': `import shout from 'shout'
        import { twice } from 'jsr:@words/twice@1'
        const variable = (name) => { try { return Deno.env.get(name) } catch (error) { return error.name } }
        Deno.serve(() => Response.json([shout(twice('ab')), variable('NPM_CONFIG_REGISTRY')]))`,
    },
  })
  const response = await app.call('packages')
  expect([response.status, await response.json()]).toEqual([200, ['localhost ABAB', 'NotCapable']])
})

it.each(['npm:missing@1', 'npm:shout@2', 'jsr:@words/missing'])(
  'does not start without the package %s, and logs which one it is',
  async (name) => {
    const slug = `without-${name.replace(/\W+/g, '-')}`
    await app.deploy(slug, `import '${name}'\nDeno.serve(() => new Response())`)
    expect((await app.call(slug)).status).toBe(503)
    await eventually(async () => {
      const messages = (await app.logs(slug)).map(({ message }) => message).join('\n')
      expect(messages).toContain(name.replace(/^\w+:|@\d$/g, ''))
    })
  },
)
