import {
  dataApiSettings,
  type DataApiSettings,
  type OpenApiMode,
  type TransactionEnd,
} from '@stoa/contract/services/data-api/settings'
import type { SettingsDeclaration } from '../../components/settings/settings-declaration.ts'
import type { SelectOption } from '../../ui/inputs/select.tsx'
import { SchemaPicker } from './schema-picker.tsx'

const ENDS: readonly SelectOption<TransactionEnd>[] = [
  { value: 'commit', label: 'Commit', description: 'Changes of a request are saved.' },
  {
    value: 'commit-allow-override',
    label: 'Commit, unless the request overrides it',
    description: 'Prefer: tx=rollback discards the changes of a request.',
  },
  {
    value: 'rollback',
    label: 'Roll back',
    description: 'Changes of a request are discarded.',
  },
  {
    value: 'rollback-allow-override',
    label: 'Roll back, unless the request overrides it',
    description: 'Prefer: tx=commit saves the changes of a request.',
  },
]

const DOCUMENTS: readonly SelectOption<OpenApiMode>[] = [
  { value: 'follow-privileges', label: 'Objects the caller has privileges on' },
  { value: 'ignore-privileges', label: 'All exposed objects' },
  { value: 'disabled', label: 'Nothing', description: 'The document is not served.' },
]

/** The Data API settings page. */
export const dataApiPage: SettingsDeclaration<DataApiSettings> = {
  section: dataApiSettings,
  product: 'settings',
  title: 'Data API',
  description: 'REST API for the tables, views and functions of the exposed schemas.',
  subject: 'Data API',
  change: 'project:update',
  problems: ({ enabled, exposed_schemas }) =>
    enabled && exposed_schemas.length === 0
      ? { exposed_schemas: 'Select at least one schema, or disable the Data API.' }
      : {},
  parts: [
    {
      title: 'Access',
      fields: [
        {
          name: 'enabled',
          control: 'switch',
          label: 'Enable the Data API',
          help: 'When off, all API requests are rejected. Direct database connections still work.',
          inSentence: 'Data API availability',
        },
      ],
    },
    {
      title: 'Schemas',
      description: 'The API serves only the selected schemas.',
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
          help: 'Schemas to search for functions and types used without a prefix. Separate with commas.',
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
          label: 'Maximum rows per response',
          help: 'Longer results are cut off after this many rows.',
          inSentence: 'maximum rows per response',
        },
      ],
    },
    {
      title: 'Requests',
      description: 'Each request runs in one transaction, as the role in its token.',
      fields: [
        {
          name: 'db_pre_request',
          control: 'identifier',
          isOptional: true,
          placeholder: 'private.check_request',
          label: 'Pre-request function',
          help: 'Runs at the start of each request’s transaction. An exception rejects the request.',
          problem: 'Enter a function name without parentheses, such as private.check_request.',
          inSentence: 'pre-request function',
        },
        {
          name: 'db_tx_end',
          control: 'choice',
          options: ENDS,
          label: 'Transaction end',
          inSentence: 'transaction end',
        },
      ],
    },
    {
      title: 'Responses',
      description: 'Extra data clients can request.',
      fields: [
        {
          name: 'db_aggregates_enabled',
          control: 'switch',
          label: 'Aggregates',
          help: 'Allow count(), sum(), avg(), min() and max() in select. One request can read a whole table.',
          inSentence: 'aggregates',
        },
        {
          name: 'db_plan_enabled',
          control: 'switch',
          label: 'Execution plans',
          help: 'Let clients request the execution plan of a query. Plans reveal details of the database; keep this off in production.',
          inSentence: 'execution plans',
        },
        {
          name: 'server_timing_enabled',
          control: 'switch',
          label: 'Server timing',
          help: 'Add a Server-Timing header to responses. Browsers show it in their developer tools.',
          inSentence: 'server timing',
        },
        {
          name: 'openapi_mode',
          control: 'choice',
          options: DOCUMENTS,
          label: 'OpenAPI document',
          inSentence: 'OpenAPI document',
        },
      ],
    },
  ],
}
