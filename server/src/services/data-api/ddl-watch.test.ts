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

it('notices policies, which the advisors check', async () => {
  const client = await test.database.connect('postgres', 'policies')
  let heard = 0
  client.on('notification', () => (heard += 1))
  await client.query('listen pgrst')
  await client.query('create table guarded (id int)')
  heard = 0
  for (const statement of [
    'create policy own on guarded for select using (true)',
    'alter policy own on guarded to anon',
    'drop policy own on guarded',
  ]) {
    await client.query(statement)
    await client.query('select 1')
  }
  expect(heard).toBe(3)
  await client.query('drop table guarded')
  await client.end()
})
