import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestControlPlane, type TestControlPlane } from '../../../test/control-plane.ts'
import { createTestMachine, createTestProject, type TestMachine } from '../../../test/project.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { silentLog } from '../../lib/log.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import { sql } from '../../postgres/sql.ts'
import { createProjectTemplates, fleetMigrations } from '../copies/template.ts'
import { openControlPlane } from './control-plane.ts'

const REF = 'abcdefghijklmnopqrst'
const otherKey = Buffer.alloc(32, 7)

let machine: TestMachine
let test: TestControlPlane
/** The installation key of an installation with an embedded platform database. */
let control: string

beforeAll(async () => {
  machine = await createTestMachine()
  test = await createTestControlPlane()
  control = path.join(test.folders.projects, 'control')
})
afterAll(async () => {
  machine.watchdog.release()
  await test.stop()
})

/** Opens the control plane as a start of the server does, and closes it again. */
async function start({
  key = test.installationKey,
  databaseUrl = undefined as string | undefined,
} = {}) {
  const { projects, sockets, templates, files } = test.folders
  const deps = { ...machine, services: [], log: silentLog, installationKey: key }
  const { close } = await openControlPlane({
    ...deps,
    databaseUrl,
    isArchived: false,
    templates: createProjectTemplates({ ...deps, folders: test.folders }),
    folder: {
      root: path.dirname(projects),
      projects,
      control,
      templates,
      engines: machine.shared,
      logs: files,
      files,
      sockets,
      installationKey: key,
    },
    migrations: [fleetMigrations],
  })
  await close()
}

const urlOf = ({ endpoint, user, password }: TestControlPlane['connection']) => {
  const url = new URL(`postgres://${encodeURIComponent(endpoint.host)}/${endpoint.database}`)
  url.username = user
  url.password = password
  return url.href
}
const session = () => test.database.as('supabase_admin')

describe('an installation with an embedded platform database', () => {
  it('refuses a wrong key and starts again with the right one', async () => {
    await start()
    await expect(start({ key: otherKey })).rejects.toMatchObject({
      code: 'installation_key_wrong',
      hint: expect.stringMatching(/\.$/),
    })
    await start()
  }, 60_000)

  it('never replaces a platform database that is missing while there are projects', async () => {
    await start()
    await rename(control, `${control}.moved`)
    await mkdir(path.join(test.folders.projects, REF))
    await expect(start()).rejects.toMatchObject({
      code: 'control_data_missing',
      hint: expect.stringMatching(/\.$/),
    })
    expect(existsSync(control)).toBe(false)
    await rename(`${control}.moved`, control)
    await start()
    await rm(path.join(test.folders.projects, REF), { recursive: true })
  }, 60_000)
})

describe('an installation with an external platform database', () => {
  it('refuses a wrong key', async () => {
    const databaseUrl = urlOf(test.connection)
    await start({ databaseUrl })
    await expect(start({ databaseUrl, key: otherKey })).rejects.toMatchObject({
      code: 'installation_key_wrong',
    })
    await start({ databaseUrl })
  })

  it('refuses a wrong key if only the secrets of its projects reveal it', async () => {
    const databaseUrl = urlOf(test.connection)
    const secrets = createSecretBox(test.installationKey, 'project-secrets').seal('secret', REF)
    await session().run(sql`alter table fleet.installation rename to other`)
    await session().run(sql`
      insert into fleet.instances (ref, status, secrets, created_at, updated_at, last_active_at)
      values (${REF}, 'INACTIVE', ${secrets}, now(), now(), now())`)
    await expect(start({ databaseUrl, key: otherKey })).rejects.toMatchObject({
      code: 'installation_key_wrong',
    })
    await session().run(sql`alter table fleet.other rename to installation`)
    await start({ databaseUrl })
  })

  it('refuses an empty database while there are projects', async () => {
    const { socketDir, password, stop } = await createTestProject()
    const endpoint = ownEndpoint(socketDir)
    await mkdir(path.join(test.folders.projects, REF))
    await expect(
      start({ databaseUrl: urlOf({ endpoint, user: 'postgres', password }) }),
    ).rejects.toMatchObject({ code: 'control_data_missing' })
    await rm(path.join(test.folders.projects, REF), { recursive: true })
    await stop()
  })
})
