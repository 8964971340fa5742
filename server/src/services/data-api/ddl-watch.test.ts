import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

it('notices tables that are created and dropped by a session that restores a dump', async () => {
  const client = await test.database.connect('postgres', 'restore')
  const heard: string[] = []
  client.on('notification', ({ channel }) => heard.push(channel))
  await client.query('listen pgrst')
  await client.query('set session_replication_role = replica')
  await client.query('create table restored (id int)')
  await client.query('select 1')
  expect(heard).toEqual(['pgrst'])
  await client.query('drop table restored')
  await client.query('select 1')
  expect(heard).toEqual(['pgrst', 'pgrst'])
  await client.end()
})
