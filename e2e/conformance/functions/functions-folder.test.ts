import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  discard,
  startServer,
  stoa,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

let server: StartedServer
let folder: string

const write = async (slug: string, code: string) => {
  await mkdir(path.join(folder, slug), { recursive: true })
  await writeFile(path.join(folder, slug, 'index.ts'), code)
}
const call = async (slug: string) => {
  const { stdout } = await stoa(server, 'project', 'show', 'default', '--json')
  const { api_url, publishable_key } = JSON.parse(stdout) as ProjectInfo
  const headers = { apikey: publishable_key }
  const response = await fetch(`${api_url}/functions/v1/${slug}`, { headers })
  return [response.status, await response.text()]
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-functions-dir-'))
  await write('hello', 'Deno.serve(() => new Response("first"))')
  server = await startServer({
    env: { STOA_MODE: 'self-hosted', STOA_FUNCTIONS_DIR: folder },
  })
})
afterAll(async () => {
  await discard(server)
  await rm(folder, { recursive: true })
})

it('a self-hosted installation serves the functions of its folder, and follows their changes', async () => {
  await vi.waitFor(async () => expect(await call('hello')).toEqual([200, 'first']), 20_000)
  await write('hello', 'Deno.serve(() => new Response("second"))')
  await vi.waitFor(async () => expect(await call('hello')).toEqual([200, 'second']), 20_000)
})
