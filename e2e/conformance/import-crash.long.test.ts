import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Import } from '@stoa/contract/services/imports/imports'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askPlatform, operatorToken } from '../support/platform-api.ts'
import { inDatabase } from '../support/project.ts'
import { createProject, discard, startServer, type ProjectInfo } from '../support/server.ts'
import type { StartedServer } from '../support/server.ts'
import { startAgain } from '../support/storage-crash.ts'

const ROWS = 20_000
const FILE = `id,note\n${Array.from({ length: ROWS }, (_, id) => `${id},${'x'.repeat(80)}`).join('\n')}\n`

let server: StartedServer
let project: ProjectInfo
beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Imports')
})
afterAll(() => discard(server))

const jobs = () => askPlatform<Import[]>(server, 'GET', `/imports/${project.ref}/jobs`)

async function stateOf(id: string): Promise<Import> {
  const job = (await jobs()).find((one) => one.id === id)
  if (!job) throw new Error('The import is not listed')
  return job
}

const valueOf = (text: string) =>
  inDatabase(project, async (database) => {
    const { rows } = await database.query<{ value: string | null }>(text)
    return rows[0]?.value ?? null
  })

/** Creates an import into the table and sends its file. */
async function begin(): Promise<string> {
  const { id } = await askPlatform<Import>(server, 'POST', `/imports/${project.ref}/jobs`, {
    file_name: 'note.csv',
    file_bytes: FILE.length,
    format: { kind: 'csv', has_header: true, delimiter: ',', null_text: '' },
    target: {
      kind: 'existing_table',
      table_id: Number(await valueOf("select 'note'::regclass::oid::text as value")),
      columns: ['id', 'note'].map((name) => ({ source: name, name })),
      key: null,
    },
  })
  const response = await fetch(`${server.url}/platform/imports/${project.ref}/jobs/${id}/file`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await operatorToken(server)}`,
      'content-type': 'application/octet-stream',
    },
    body: FILE,
  })
  expect(response.status).toBe(200)
  return id
}

it('an import whose server is killed changes nothing, says so, and can be started again', async () => {
  await inDatabase(project, (database) =>
    database.query(`
      create table note (id int primary key, note text);
      create function slow() returns trigger language plpgsql
        as 'begin perform pg_sleep(0.002); return new; end';
      create trigger slow before insert on note for each row execute function slow();`),
  )
  const id = await begin()
  await expect
    .poll(() => valueOf('select max(tuples_processed)::text as value from pg_stat_progress_copy'))
    .toMatch(/^[1-9]/)
  await server.kill('SIGKILL')
  server = await startAgain(server, project)
  await expect.poll(async () => (await stateOf(id)).ended_at).not.toBeNull()
  expect(await stateOf(id)).toMatchObject({
    status: 'failed',
    rows: 0,
    error: { code: 'import_interrupted' },
  })
  expect(await valueOf('select count(*)::text as value from note')).toBe('0')
  const folder = path.join(server.dataDir, 'files', project.ref, 'imports')
  expect((await readdir(folder)).filter((name) => name.endsWith('.file'))).toEqual([])
  await inDatabase(project, (database) => database.query('drop trigger slow on note'))
  const again = await begin()
  await expect.poll(async () => (await stateOf(again)).status).toBe('succeeded')
  expect(await valueOf('select count(*)::text as value from note')).toBe(String(ROWS))
})
