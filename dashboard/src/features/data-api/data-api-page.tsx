import {
  dataApiSettings,
  type DataApiSettings,
  type OpenApiMode,
  type TransactionEnd,
} from '@stoa/contract/services/data-api/settings'
import type { SettingsDeclaration } from '../../components/settings/settings-declaration.ts'
import type { SelectOption } from '../../ui/select.tsx'
import { SchemaPicker } from './schema-picker.tsx'

const ENDS: readonly SelectOption<TransactionEnd>[] = [
  { value: 'commit', label: 'Commit', description: 'What a request writes stays.' },
  {
    value: 'commit-allow-override',
    label: 'Commit, unless the request asks otherwise',
    description: 'Prefer: tx=rollback undoes what it wrote.',
  },
  {
    value: 'rollback',
    label: 'Roll back',
    description: 'Nothing that a request writes stays.',
  },
  {
    value: 'rollback-allow-override',
    label: 'Roll back, unless the request asks otherwise',
    description: 'Prefer: tx=commit keeps what it wrote.',
  },
]

const DOCUMENTS: readonly SelectOption<OpenApiMode>[] = [
  { value: 'follow-privileges', label: 'What the caller may use' },
  { value: 'ignore-privileges', label: 'Everything that is exposed' },
  { value: 'disabled', label: 'Nothing', description: 'The document is not served.' },
]

/** The Data API settings page. */
export const dataApiPage: SettingsDeclaration<DataApiSettings> = {
  section: dataApiSettings,
  title: 'Data API',
  description: 'REST over the tables of the schemas it exposes.',
  subject: 'Data API',
  change: 'project:update',
  problems: ({ enabled, exposed_schemas }) =>
    enabled && exposed_schemas.length === 0
      ? { exposed_schemas: 'Choose one at least, or switch the Data API off.' }
      : {},
  parts: [
    {
      title: 'Access',
      fields: [
        {
          name: 'enabled',
          control: 'switch',
          label: 'Enable the Data API',
          help: 'Off, every request is refused with data_api_disabled. The database itself stays reachable.',
          inSentence: 'whether the Data API answers',
        },
      ],
    },
    {
      title: 'Schemas',
      description: 'Tables of other schemas cannot be reached over REST.',
      fields: [
        {
          name: 'exposed_schemas',
          control: 'custom',
          show: (props) => <SchemaPicker {...props} />,
          label: 'Exposed schemas',
          inSentence: 'exposed schemas',
        },
        {
          name: 'extra_search_path',
          control: 'list',
          label: 'Extra search path',
          help: 'Schemas whose functions and types need no prefix. Separated by commas.',
          inSentence: 'extra search path',
        },
      ],
    },
    {
      title: 'Limits',
      fields: [
        {
          name: 'max_rows',
          control: 'number',
          unit: 'rows',
          label: 'Max rows',
          help: 'No answer holds more rows than this.',
          inSentence: 'max rows',
        },
      ],
    },
    {
      title: 'Requests',
      description: 'Each runs in one transaction, as the role its token names.',
      fields: [
        {
          name: 'db_pre_request',
          control: 'identifier',
          isOptional: true,
          placeholder: 'private.check_request',
          label: 'Pre-request function',
          help: 'Runs first in every request’s transaction, and may refuse it.',
          problem: 'A function’s name without parentheses, such as private.check_request.',
          inSentence: 'pre-request function',
        },
        {
          name: 'db_tx_end',
          control: 'choice',
          options: ENDS,
          label: 'End of the transaction',
          inSentence: 'end of the transaction',
        },
      ],
    },
    {
      title: 'Answers',
      description: 'What clients may ask for besides rows.',
      fields: [
        {
          name: 'db_aggregates_enabled',
          control: 'switch',
          label: 'Aggregates',
          help: 'count(), sum(), avg(), min() and max() in select. One request may read a whole table.',
          inSentence: 'aggregates',
        },
        {
          name: 'db_plan_enabled',
          control: 'switch',
          label: 'Execution plans',
          help: 'How Postgres would run a request. Plans tell much of a database: keep them off in production.',
          inSentence: 'execution plans',
        },
        {
          name: 'server_timing_enabled',
          control: 'switch',
          label: 'Server timing',
          help: 'Answers carry a Server-Timing header, which browsers show with the request.',
          inSentence: 'server timing',
        },
        {
          name: 'openapi_mode',
          control: 'choice',
          options: DOCUMENTS,
          label: 'OpenAPI document shows',
          inSentence: 'OpenAPI document',
        },
      ],
    },
  ],
}
