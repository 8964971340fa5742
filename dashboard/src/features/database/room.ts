import { Database } from 'lucide-react'
import type { Room, RoomAction, RoomPage } from '../../components/rooms/room.ts'

const PAGES = [
  { id: 'functions', title: 'Functions', keywords: ['procedure', 'plpgsql', 'rpc'] },
  { id: 'views', title: 'Views', keywords: ['materialized', 'refresh'] },
  { id: 'triggers', title: 'Triggers', keywords: ['row'] },
  { id: 'event-triggers', title: 'Event triggers', keywords: ['ddl', 'definition'] },
  { id: 'policies', title: 'Policies', keywords: ['rls', 'row level security'] },
  { id: 'types', title: 'Enumerated types', keywords: ['enum'] },
  { id: 'custom-types', title: 'Custom types', keywords: ['domain', 'composite'] },
  { id: 'sequences', title: 'Sequences', keywords: ['serial', 'identity', 'nextval'] },
  { id: 'indexes', title: 'Indexes', keywords: ['btree', 'gin', 'unused'] },
  { id: 'schemas', title: 'Schemas', keywords: ['namespace'] },
  { id: 'extensions', title: 'Extensions', keywords: ['install', 'pg_trgm', 'hstore'] },
  { id: 'publications', title: 'Publications', keywords: ['replication'] },
  { id: 'replication-slots', title: 'Replication slots', keywords: ['wal', 'logical'] },
  { id: 'roles', title: 'Roles', keywords: ['user', 'login'] },
  {
    id: 'parameters',
    title: 'Parameters',
    keywords: ['settings', 'configuration', 'guc', 'statement_timeout', 'work_mem'],
  },
  { id: 'migrations', title: 'Migrations', keywords: ['history', 'changes', 'ddl', 'version'] },
  {
    id: 'activity',
    title: 'Activity',
    keywords: ['sessions', 'locks', 'terminate', 'size', 'vacuum', 'wal'],
  },
] as const

const pathOf = (id: string) => `/project/$ref/database/${id}`

export const database: Room = {
  name: 'database',
  needs: { ability: 'database:read' },
  pages: [
    ...PAGES.map(({ id, title }): RoomPage => ({ path: pathOf(id), title })),
    { path: '/guides/database/extensions/$name', title: 'Extension guide' },
  ],
  navigation: [
    {
      scope: 'project',
      group: 'database',
      label: 'Database objects',
      icon: Database,
      to: pathOf('functions'),
      alsoCurrentOn: PAGES.map(({ id }) => pathOf(id)),
    },
  ],
  actions: PAGES.map(({ id, title, keywords }): RoomAction => ({
    id: `database-${id}`,
    title: `Database ${title.toLowerCase()}`,
    group: 'pages',
    scope: 'project',
    keywords,
    to: pathOf(id),
  })),
}
