import type { AssistantLevel } from '@stoa/contract/catalog/assistant-levels'

/** The levels in the words of the settings page, from least to most. */
export const LEVEL_WORDS: Readonly<
  Record<AssistantLevel, { readonly label: string; readonly description: string }>
> = {
  disabled: {
    label: 'Nothing',
    description: 'The model receives only what people write and attach to their messages.',
  },
  schema: {
    label: 'Schema',
    description:
      'Also definitions of tables, policies, database functions, extensions, migrations and edge functions.',
  },
  schema_and_logs: {
    label: 'Schema and logs',
    description: 'Also findings of the advisors and log events, which can contain personal data.',
  },
  schema_logs_and_data: {
    label: 'Schema, logs and data',
    description: 'Also rows of tables, query plans, and results and errors of SQL.',
  },
}
