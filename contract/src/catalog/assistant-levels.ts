/** The keys with which an organization lets the assistant send its data to a model (SPEC 9). */
export const OPT_IN_TAGS = [
  'AI_SQL_GENERATOR_OPT_IN',
  'AI_DATA_GENERATOR_OPT_IN',
  'AI_LOG_GENERATOR_OPT_IN',
] as const
export type OptInTag = (typeof OPT_IN_TAGS)[number]

/** From least to most. Each level includes the ones before it. */
export const ASSISTANT_LEVELS = [
  'disabled',
  'schema',
  'schema_and_logs',
  'schema_logs_and_data',
] as const
export type AssistantLevel = (typeof ASSISTANT_LEVELS)[number]

const TAGS: Readonly<Record<AssistantLevel, readonly OptInTag[]>> = {
  disabled: [],
  schema: ['AI_SQL_GENERATOR_OPT_IN'],
  schema_and_logs: ['AI_SQL_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN'],
  schema_logs_and_data: OPT_IN_TAGS,
}

/** The keys that a level consists of. */
export const tagsOfLevel = (level: AssistantLevel): OptInTag[] => [...TAGS[level]]

/**
 * The highest level for which an organization has every key. A key without those of the lower levels
 * allows nothing.
 */
export const levelOfTags = (tags: readonly string[]): AssistantLevel =>
  ASSISTANT_LEVELS.findLast((level) => TAGS[level].every((tag) => tags.includes(tag))) ?? 'disabled'

/** Whether an organization's level includes another one. */
export const includesLevel = (level: AssistantLevel, needed: AssistantLevel): boolean =>
  ASSISTANT_LEVELS.indexOf(level) >= ASSISTANT_LEVELS.indexOf(needed)

/** The kinds of model providers. `compatible` is any server with OpenAI's chat completions. */
export const PROVIDER_KINDS = ['openai', 'anthropic', 'google', 'compatible'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** The addresses of the providers; a compatible server has none of its own. */
export const PROVIDER_URLS: Readonly<Record<ProviderKind, string | undefined>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta/openai',
  compatible: undefined,
}
