import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'
import { crashDuringUploads, findHalfMade, findLost } from '../../support/storage-crash.ts'

let server: StartedServer
let project: ProjectInfo

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Crash')
  await createClient(project.api_url, project.secret_key).storage.createBucket('crash')
})
afterAll(() => discard(server))

it(
  'keeps acknowledged uploads and no partial ones when the server is killed 50 times',
  {
    timeout: 1_800_000,
  },
  async () => {
    for (let round = 0; round < 50; round += 1) {
      const after = ((round * 7) % 40) + 1
      const crash = await crashDuringUploads(server, project, { round, after })
      server = crash.server
      expect(await findLost(project, crash.acknowledged)).toEqual([])
      await expect.poll(() => findHalfMade(server, project), { timeout: 10_000 }).toEqual([])
    }
  },
)
