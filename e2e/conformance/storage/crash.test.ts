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

it('keeps acknowledged uploads and no partial ones when the server is killed during uploads', async () => {
  for (const after of [1, 23]) {
    const crash = await crashDuringUploads(server, project, { round: after, after })
    server = crash.server
    expect(await findLost(project, crash.acknowledged)).toEqual([])
    await expect.poll(() => findHalfMade(server, project)).toEqual([])
  }
})
