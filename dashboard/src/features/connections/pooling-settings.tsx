import {
  connectionPooling,
  type ConnectionPooling,
} from '@stoa/contract/platform/connection-pooling'
import type { SettingsDeclaration } from '../../components/settings/settings-declaration.ts'
import { PoolNotice } from './pool-notice.tsx'

/** The settings of the page about connection pooling. */
export const poolingPage: SettingsDeclaration<ConnectionPooling> = {
  section: connectionPooling,
  product: 'database',
  title: 'Connection pooling',
  description:
    'Lets many clients share a few connections to the database. For serverless functions and other clients that connect often.',
  subject: 'Connection pooling',
  change: 'project:update',
  parts: [
    {
      title: 'Pool',
      description: 'A change applies to clients that connect from then on.',
      fields: [
        {
          name: 'pool_mode',
          control: 'choice',
          label: 'Mode',
          inSentence: 'mode',
          options: [
            { value: 'transaction', label: 'Transaction' },
            { value: 'session', label: 'Session' },
          ],
        },
        {
          name: 'default_pool_size',
          control: 'number',
          label: 'Pool size',
          unit: 'connections',
          help: 'Connections to Postgres for each database, which the clients of all its users share.',
          inSentence: 'pool size',
        },
      ],
      Notice: PoolNotice,
    },
  ],
}
