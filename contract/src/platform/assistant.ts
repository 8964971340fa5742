import { z } from 'zod'
import { ASSISTANT_LEVELS, OPT_IN_TAGS, PROVIDER_KINDS } from '../catalog/assistant-levels.ts'
import { endpoint } from '../endpoint.ts'

const MAX_MODEL_NAME = 200
/** The maximum length of one message to the assistant, in characters. */
export const MAX_ASSISTANT_MESSAGE = 100_000
/** The maximum number of messages that a request to the assistant can contain. */
export const MAX_ASSISTANT_MESSAGES = 40

const AssistantLevel = z.enum(ASSISTANT_LEVELS)
const ProviderKind = z.enum(PROVIDER_KINDS)

/** A folder's address, to which the paths of the provider's API are added. */
const ProviderUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https:// or http://.' })
  .max(500)
  .refine((text) => !/[@?#]/.test(text), 'Enter a URL without a user name, query or fragment.')

const ModelName = z.string().trim().min(1, 'Enter the name of a model.').max(MAX_MODEL_NAME)

const NewProvider = z
  .object({
    kind: ProviderKind,
    /** Null for the provider's own address. */
    base_url: ProviderUrl.nullable().default(null),
    model: ModelName,
    /** Absent keeps the saved key, if the kind and the address stay the same. */
    key: z.string().trim().min(1).max(1000).optional(),
  })
  .refine(({ kind, base_url }) => kind !== 'compatible' || base_url !== null, {
    path: ['base_url'],
    message: 'Enter the address of the server.',
  })
export type NewProvider = z.infer<typeof NewProvider>

const Usage = z.object({
  answers: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
})

export const AssistantSettings = z.object({
  opt_in_tags: z.array(z.enum(OPT_IN_TAGS)),
  /** The level that the keys amount to. */
  level: AssistantLevel,
  /** The organization's own provider. Its key is never returned. */
  provider: z
    .object({
      kind: ProviderKind,
      base_url: z.string().nullable(),
      model: z.string(),
      has_key: z.boolean(),
    })
    .nullable(),
  /** The provider of the installation, which an organization without its own uses. */
  installation_provider: z.object({ kind: ProviderKind, model: z.string() }).nullable(),
  /** The tokens of this month (UTC), as providers have counted them. */
  usage: Usage,
})
export type AssistantSettings = z.infer<typeof AssistantSettings>

const bySlug = z.object({ slug: z.string() })
const byRef = z.object({ ref: z.string() })

export const getAssistantSettings = endpoint({
  method: 'GET',
  path: '/platform/organizations/{slug}/assistant',
  access: 'organization:read',
  params: bySlug,
  response: AssistantSettings,
})

/**
 * Fields that are absent keep their value. `provider: null` removes the organization's own provider.
 * 400 `assistant_key_required` if a provider needs a key and none is given or saved for its address.
 */
export const updateAssistantSettings = endpoint({
  method: 'PATCH',
  path: '/platform/organizations/{slug}/assistant',
  access: 'organization:update',
  params: bySlug,
  body: z.object({
    opt_in_tags: z.array(z.enum(OPT_IN_TAGS)).max(OPT_IN_TAGS.length).optional(),
    provider: NewProvider.nullable().optional(),
  }),
  response: AssistantSettings,
})

/**
 * Sends a short message to a provider without saving it. Rejects as an answer does, for example with
 * 400 `assistant_key_refused` or 400 `assistant_model_unknown`.
 */
export const testAssistantProvider = endpoint({
  method: 'POST',
  path: '/platform/organizations/{slug}/assistant/test',
  access: 'organization:update',
  params: bySlug,
  body: NewProvider,
  response: z.object({
    /** The beginning of the model's reply. */
    reply: z.string(),
    /** The models that the provider lists; empty if it lists none. */
    models: z.array(z.string()),
  }),
})

/** The kind of SQL that the assistant proposes: a query, a change of rows, or of definitions. */
export const ProposedSql = z.enum(['query', 'change', 'definition'])
export type ProposedSql = z.infer<typeof ProposedSql>

/** The assistant of a project, for one member. */
export const ProjectAssistant = z.object({
  /** Null if neither the organization nor the installation has a provider. */
  provider: z
    .object({
      kind: ProviderKind,
      model: z.string(),
      /** The host that receives the messages. */
      host: z.string(),
      source: z.enum(['organization', 'installation']),
    })
    .nullable(),
  level: AssistantLevel,
  organization_slug: z.string(),
  /** Whether the member can set up a provider and change the level. */
  can_configure: z.boolean(),
  /** The tools that the member's assistant has. */
  tools: z.array(z.object({ name: z.string(), title: z.string() })),
})
export type ProjectAssistant = z.infer<typeof ProjectAssistant>

export const getProjectAssistant = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/assistant',
  access: 'project:read',
  params: byRef,
  response: ProjectAssistant,
})

const Text = z
  .string()
  .max(
    MAX_ASSISTANT_MESSAGE,
    `Shorten the message to ${MAX_ASSISTANT_MESSAGE.toLocaleString('en')} characters.`,
  )

/** SQL that the assistant proposed, and what the person did with it. */
const Outcome = z.object({
  sql: Text,
  state: z.enum(['shown', 'succeeded', 'failed', 'dismissed']),
  /** The error's code and message. */
  error: z.string().max(5000).optional(),
  row_count: z.int().nullable().optional(),
  /** Rows of the result as text. Sent to the model only if the organization shares its data. */
  rows: z.string().max(20_000).optional(),
})

export const AssistantMessage = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: Text.min(1, 'Enter a message.') }),
  z.object({
    role: z.literal('assistant'),
    text: Text,
    outcomes: z.array(Outcome).max(20).default([]),
  }),
])
export type AssistantMessage = z.infer<typeof AssistantMessage>

/** A line of a streamed answer. */
export const AnswerEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** The assistant uses a tool. */
  z.object({ kind: z.literal('tool'), id: z.string(), title: z.string(), input: z.string() }),
  z.object({ kind: z.literal('tool_ended'), id: z.string(), failed: z.boolean() }),
  /** SQL that only the person can run. */
  z.object({
    kind: z.literal('proposal'),
    id: z.string(),
    title: z.string(),
    sql: z.string(),
    type: ProposedSql,
  }),
  /** The request that was sent to the provider, without its key. */
  z.object({
    kind: z.literal('sent'),
    host: z.string(),
    model: z.string(),
    body: z.string(),
  }),
  z.object({
    kind: z.literal('done'),
    /** `length`: the model stopped at its limit; `steps`: it used too many tools. */
    reason: z.enum(['complete', 'length', 'steps']),
    usage: Usage.omit({ answers: true }),
  }),
  z.object({
    kind: z.literal('failed'),
    error: z.object({
      status: z.int(),
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
    }),
  }),
])
export type AnswerEvent = z.infer<typeof AnswerEvent>

/**
 * Asks the assistant of a project and streams its answer as one `AnswerEvent` per line. Its tools
 * run with the caller's permissions, and none of them writes. The server keeps no messages. 409
 * `assistant_not_configured` without a provider.
 */
export const askAssistant = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/assistant/answers',
  access: 'project:read',
  params: byRef,
  body: z.object({
    messages: z
      .array(AssistantMessage)
      .min(1)
      .max(MAX_ASSISTANT_MESSAGES)
      .refine((messages) => messages.at(-1)?.role === 'user', 'The last message must be a user’s.'),
    /** The page that the person has open. */
    page: z.string().max(500).optional(),
  }),
  response: z.string(),
})
