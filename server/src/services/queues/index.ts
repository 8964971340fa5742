import type { Service } from '../../project/service.ts'
import { memberRoutes } from './member-routes.ts'

/** The role that owns the schema. The server signs in as it only for its migrations. */
const ROLE = 'supabase_queues_admin'

/** Message queues in SQL: schema `pgmq` in the project's database, and its members' door. */
export const createQueues = (): Service => ({
  name: 'queues',
  title: 'Queues',
  database: {
    roles: ['postgres', ROLE],
    definitions: [
      'pgmq.meta',
      'pgmq.stoa_dead_letters',
      'pgmq.topic_bindings',
      'pgmq.notify_insert_throttle',
    ],
    migrations: {
      owner: 'queues',
      folder: new URL('migrations/', import.meta.url),
      role: ROLE,
      bySuperuser: [
        '0001-queues.sql',
        '0002-messages.sql',
        '0003-shorter-calls.sql',
        '0004-reading-one.sql',
        '0005-groups-topics-notifications.sql',
      ],
    },
    standIn: {
      name: 'pgmq',
      version: '1.5.1',
      schema: 'pgmq',
      comment: 'Provided by the server in the schema pgmq',
    },
    nativeExtension: {
      name: 'pgmq',
      oldest: [1, 5],
      folder: new URL('native/', import.meta.url),
      moves: [
        'pgmq.meta',
        'pgmq.stoa_dead_letters',
        'pgmq.topic_bindings',
        'pgmq.notify_insert_throttle',
      ],
      replaces: ['pgmq.meta'],
    },
  },
  permissions: {
    'queues:read': ['owner', 'administrator', 'developer', 'read_only'],
    'queues:write': ['owner', 'administrator', 'developer'],
  },
  memberDoors: [{ needs: 'database', routes: memberRoutes }],
})
