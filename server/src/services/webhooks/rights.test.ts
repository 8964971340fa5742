import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

it.each([
  ['select * from net.http_request_queue', 'permission denied'],
  ['select * from net._http_response', 'permission denied'],
  ['select net.http_collect_response(1)', 'permission denied'],
  ['select * from supabase_functions.hooks', 'permission denied'],
])('keeps requests from visitors: %s', async (text, message) => {
  await expect(test.run(`set role authenticated; ${text}`)).rejects.toThrow(message)
})

it.each([
  'create trigger t after insert on net._http_response for each row execute function net.stoa_wake()',
  'alter table net.http_request_queue disable trigger all',
  'create rule r as on insert to supabase_functions.hooks do nothing',
  'set role supabase_functions_admin',
  'grant supabase_functions_admin to postgres',
])('lets the owner attach nothing to the tables of the service: %s', async (text) => {
  await expect(test.run(text)).rejects.toThrow(/permission denied|must be owner/)
})

it.each([
  [
    'a body above 8 MB',
    `net.http_post('http://x.test', to_jsonb(repeat('x', 9000000)))`,
    'body_of_at_most_8_mb',
  ],
  [
    'another content type',
    `net.http_post('http://x.test', headers := '{"content-type": "text/plain"}')`,
    'Content-Type header must be',
  ],
])('refuses %s', async (_what, call, message) => {
  await expect(test.run(`select ${call}`)).rejects.toThrow(message)
})
