import { levelOfTags } from '@stoa/contract/catalog/assistant-levels'
import type { AssistantSettings, NewProvider } from '@stoa/contract/platform/assistant'
import type { BodyOf } from '@stoa/contract/endpoint'
import type { updateAssistantSettings } from '@stoa/contract/platform/assistant'
import type { Scope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { lockOrganization } from '../organizations/port.ts'
import { askModel, bodyOf, listModels } from './models/ask-model.ts'
import type { Providers } from './providers.ts'
import { readSettingsRow, readUsage, writeSettingsRow, type SettingsRow } from './queries.ts'

type SettingsChange = BodyOf<typeof updateAssistantSettings>
type Deps = Pick<Context, 'session' | 'clock'> & { readonly providers: Providers }

export async function readSettings(
  { session, clock, providers }: Deps,
  { organizationId }: Scope,
): Promise<AssistantSettings> {
  const row = await readSettingsRow(session, organizationId)
  const { provider_kind: kind, model, base_url, sealed_key } = row
  const shared = providers.installation?.provider
  return {
    opt_in_tags: row.opt_in_tags,
    level: levelOfTags(row.opt_in_tags),
    provider:
      kind === null || model === null
        ? null
        : { kind, model, base_url, has_key: sealed_key !== null },
    installation_provider: shared ? { kind: shared.kind, model: shared.model } : null,
    usage: await readUsage(session, organizationId, clock.now()),
  }
}

export async function updateSettings(
  deps: Deps,
  actor: Actor,
  input: { readonly scope: Scope; readonly change: SettingsChange },
): Promise<AssistantSettings> {
  const { scope, change } = input
  const { organizationId } = scope
  await deps.session.transaction(async (tx) => {
    // Two changes at once would each write back what the other one replaced.
    await lockOrganization(tx, organizationId)
    const row = await readSettingsRow(tx, organizationId)
    const next = changed(deps.providers, { organizationId, row, change })
    await writeSettingsRow(tx, organizationId, next)
    await audit(tx, actor, {
      action: 'assistant.update',
      on: scope,
      metadata: {
        level: levelOfTags(next.opt_in_tags),
        provider: next.provider_kind,
        model: next.model,
      },
    })
  })
  return readSettings(deps, scope)
}

const NO_PROVIDER = { provider_kind: null, base_url: null, model: null, sealed_key: null }

function changed(
  providers: Providers,
  {
    organizationId,
    row,
    change,
  }: { organizationId: number; row: SettingsRow; change: SettingsChange },
): SettingsRow {
  const { provider, opt_in_tags = row.opt_in_tags } = change
  if (provider === undefined) return { ...row, opt_in_tags }
  if (provider === null) return { ...NO_PROVIDER, opt_in_tags }
  return { ...providers.toRow(organizationId, row, provider), opt_in_tags }
}

const TEST_MESSAGE = 'Reply with the word OK.'
const MAX_REPLY_LENGTH = 200

/** Asks a provider for a word, with a key that is not saved. */
export async function testProvider(
  { session, providers }: Deps,
  { organizationId }: Scope,
  given: NewProvider,
): Promise<{ reply: string; models: string[] }> {
  const row = await readSettingsRow(session, organizationId)
  const { provider, outgoing } = providers.draft(organizationId, row, given)
  const body = bodyOf(provider, {
    instructions: 'You are a test of a connection.',
    messages: [{ role: 'user', text: TEST_MESSAGE }],
    tools: [],
  })
  const stop = new AbortController()
  let reply = ''
  for await (const event of askModel(provider, body, { outgoing, signal: stop.signal })) {
    if (event.kind === 'text') reply += event.text
    if (reply.length > MAX_REPLY_LENGTH) break
  }
  return {
    reply: reply.slice(0, MAX_REPLY_LENGTH),
    models: [...(await listModels(provider, { outgoing }))],
  }
}
