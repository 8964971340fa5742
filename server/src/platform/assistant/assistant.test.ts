import { AssistantSettings, ProjectAssistant } from '@stoa/contract/platform/assistant'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startModelServer, type ModelServer } from '../../../test/assistant/model-server.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let models: ModelServer
let platform: Awaited<ReturnType<TestPlatform['restart']>>
let owner: TestPerson
let reader: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  models = await startModelServer()
  platform = await test.restart({
    assistant: { provider: undefined, allowsPrivateAddresses: true },
  })
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(async () => {
  await models.stop()
  await test.stop()
})

const send = async (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { as = owner, body }: { readonly as?: TestPerson; readonly body?: object } = {},
) => {
  const answer = await platform.app.inject({
    method,
    url: `/platform/${path}`,
    headers: { authorization: `Bearer ${as.token}` },
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, text: answer.payload, json: (): unknown => answer.json() }
}
const settingsPath = () => `organizations/${slug}/assistant`
const save = (body: object) => send('PATCH', settingsPath(), { body })
const saved = async (body: object) => AssistantSettings.parse((await save(body)).json())
const usage = async () => AssistantSettings.parse((await send('GET', settingsPath())).json()).usage
const provider = (change: object = {}) => ({
  kind: 'compatible',
  base_url: models.url,
  model: 'small',
  key: 'sk-saved',
  ...change,
})
const ask = (as = owner, messages: object[] = [{ role: 'user', text: 'Hello' }]) =>
  send('POST', `projects/${ref}/assistant/answers`, { as, body: { messages } })

describe('without a provider', () => {
  it('says so to members, and refuses questions', async () => {
    const { json } = await send('GET', `projects/${ref}/assistant`, {
      as: reader,
    })
    const assistant = ProjectAssistant.parse(json())
    expect(assistant).toMatchObject({ provider: null, level: 'disabled', can_configure: false })
    expect(assistant.tools.map(({ name }) => name)).toEqual(['search_docs'])
    const refused = await ask()
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'assistant_not_configured' })
  })
})

describe('the settings', () => {
  it('keep the key sealed and never return it', async () => {
    const answered = await save({ provider: provider(), opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'] })
    expect(answered.json()).toMatchObject({
      level: 'schema',
      provider: { kind: 'compatible', base_url: models.url, model: 'small', has_key: true },
    })
    const { text } = await send('GET', settingsPath())
    expect(text + answered.text).not.toContain('sk-saved')
    const { stored } = await test.control.database
      .as('supabase_admin')
      .one(
        sql`select encode(sealed_key, 'escape') as stored from platform.assistant_settings`,
        z.object({ stored: z.string() }),
      )
    expect(stored).not.toContain('sk-saved')
  })

  it('keep the saved key for the same address, and only for it', async () => {
    const { key: _key, ...same } = provider({ model: 'large' })
    expect(await saved({ provider: same })).toMatchObject({ provider: { has_key: true } })
    await send('POST', `${settingsPath()}/test`, { body: same })
    expect(models.requests.at(-1)?.headers.authorization).toBe('Bearer sk-saved')
    const other = { ...same, base_url: `${models.url}/other` }
    await send('POST', `${settingsPath()}/test`, { body: other })
    expect(models.requests.at(-1)?.headers.authorization).toBeUndefined()
    const refused = await save({ provider: { kind: 'openai', model: 'large' } })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('assistant_key_required'),
    ])
  })

  it('can be tested before they are saved', async () => {
    models.script({ words: ['OK'] }, { status: 401, body: '{}' })
    const tested = await send('POST', `${settingsPath()}/test`, { body: provider() })
    expect(tested.json()).toEqual({ reply: 'OK', models: ['large', 'small'] })
    const refused = await send('POST', `${settingsPath()}/test`, {
      body: provider({ key: 'wrong' }),
    })
    expect(refused.status).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'assistant_key_refused' })
  })

  it('can only be changed by managers', async () => {
    const refused = await send('PATCH', settingsPath(), { as: reader, body: { opt_in_tags: [] } })
    expect(refused.status).toBe(403)
  })
})

describe('an answer', () => {
  it('is streamed as lines, and its tokens are counted for the organization', async () => {
    const before = await usage()
    models.script({ words: ['Hello ', 'there'] })
    const answered = await ask(reader)
    const events = answered.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(events.slice(1)).toEqual([
      { kind: 'text', text: 'Hello ' },
      { kind: 'text', text: 'there' },
      { kind: 'done', reason: 'complete', usage: { input_tokens: 100, output_tokens: 10 } },
    ])
    await expect.poll(usage).toEqual({
      answers: before.answers + 1,
      input_tokens: before.input_tokens + 100,
      output_tokens: before.output_tokens + 10,
    })
  })

  it('fails with a line that says why', async () => {
    models.script({ status: 429, body: '' })
    expect((await ask()).text).toContain('"code":"assistant_provider_busy"')
  })

  it('is refused for messages that do not end with the person’s, or are too long', async () => {
    expect((await ask(owner, [{ role: 'assistant', text: 'Hi' }])).status).toBe(400)
    expect((await ask(owner, [{ role: 'user', text: 'x'.repeat(100_001) }])).status).toBe(400)
  })

  it('does not exist for people outside the organization', async () => {
    const stranger = await test.person('stranger')
    expect((await ask(stranger)).status).toBe(404)
  })
})
