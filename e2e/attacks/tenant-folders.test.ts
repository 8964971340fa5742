import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { makePipe, makeSparse } from '../../server/test/hostile-files.ts'
import { mkdirSync, symlinkSync } from 'node:fs'
import { askPlatform, operatorToken } from '../support/platform-api.ts'

/*
 * The account of a cluster owns its data directory. The test puts files there that an attacker who
 * took over the account could put there, and restarts the project.
 */

const world = inject('attackWorld')
const [victim, attacker] = world.organizations
const neighbor = victim.projects[0]
const { ref, apiUrl, publishableKey } = attacker.projects[1]
const { token } = attacker.people.owner

const folder = path.join(world.dataDir, 'clusters', 'projects', ref)
const file = path.join(folder, 'PG_VERSION')
const inRoot = (name: string) => path.join(world.dataDir, name)

type Found = { readonly status: string; readonly failure: { readonly code: string } | null }

const askAsOwner = (method: string, route = '') =>
  fetch(`${world.url}/platform/projects/${ref}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })

async function settled(): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      text = await (await askAsOwner('GET')).text()
      return (JSON.parse(text) as Found).status
    })
    .not.toBe('RESTARTING')
  return text
}

const isNeighborUp = async () => {
  const url = `${neighbor.apiUrl}/auth/v1/settings`
  return (await fetch(url, { headers: { apikey: neighbor.publishableKey } })).status
}

/** All log lines of the server, and those that it keeps for projects. */
async function logs(): Promise<string> {
  const entries = await readdir(inRoot('logs'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'utf8'))
  return (await Promise.all(texts)).join()
}

afterEach(async () => {
  await rm(file, { recursive: true, force: true })
  await rename(`${file}.kept`, file)
  await askPlatform(world, 'POST', `/projects/${ref}/retry`)
  const { status } = JSON.parse(await settled()) as { status: string }
  if (status !== 'ACTIVE_HEALTHY') throw new Error(`The project is ${status}.`)
})

describe('in the place of a file of a cluster', () => {
  it.each([
    ["a link to the operator's credential", () => symlinkSync(inRoot('operator.json'), file)],
    ['a link to the installation key', () => symlinkSync(inRoot('installation.key'), file)],
    ['a link to a device without end', () => symlinkSync('/dev/zero', file)],
    ['a named pipe', () => makePipe(file)],
    ['a folder', () => mkdirSync(file)],
    ['a sparse file of 10 GB', () => makeSparse(file)],
  ])('%s is told to nobody, and keeps nobody else waiting', async (_what, plant) => {
    const secrets = [
      await operatorToken(world),
      (await readFile(inRoot('installation.key'), 'utf8')).trim(),
    ]
    await rename(file, `${file}.kept`)
    plant()
    expect((await askAsOwner('POST', '/restart')).status).toBe(202)
    expect(await isNeighborUp()).toBe(200)
    const said = await settled()
    expect((JSON.parse(said) as Found).failure?.code).toBe('unexpected_file')
    const answer = await fetch(`${apiUrl}/rest/v1/`, { headers: { apikey: publishableKey } })
    expect(answer.status).toBe(503)
    const texts = [said, await answer.text(), await logs()].join()
    expect(secrets.filter((secret) => texts.includes(secret))).toEqual([])
    expect(await isNeighborUp()).toBe(200)
  })
})
