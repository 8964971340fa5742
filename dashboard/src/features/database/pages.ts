import type { PagePath } from '../../components/rooms/room.ts'

type DatabasePageInfo = {
  readonly id: string
  readonly title: string
  /** Other words that find it in the palette. */
  readonly keywords: readonly string[]
}

const group = <const Page extends DatabasePageInfo>(heading: string, pages: readonly Page[]) => ({
  heading,
  pages,
})

/** The pages of the room, grouped by the question that a person has. */
export const GROUPS = [
  group('Schema', [
    {
      id: 'tables',
      title: 'Tables',
      keywords: ['size', 'rows', 'partitions', 'row level security', 'realtime'],
    },
    {
      id: 'visualizer',
      title: 'Schema visualizer',
      keywords: ['diagram', 'erd', 'foreign key', 'relations'],
    },
    { id: 'functions', title: 'Functions', keywords: ['procedure', 'plpgsql', 'rpc'] },
    { id: 'triggers', title: 'Triggers', keywords: ['row'] },
    { id: 'event-triggers', title: 'Event triggers', keywords: ['ddl', 'definition'] },
    { id: 'views', title: 'Views', keywords: ['materialized', 'refresh'] },
    { id: 'indexes', title: 'Indexes', keywords: ['btree', 'gin', 'unused'] },
    { id: 'sequences', title: 'Sequences', keywords: ['serial', 'identity', 'nextval'] },
    { id: 'types', title: 'Enumerated types', keywords: ['enum'] },
    { id: 'custom-types', title: 'Custom types', keywords: ['domain', 'composite', 'range'] },
    { id: 'schemas', title: 'Schemas', keywords: ['namespace'] },
    { id: 'extensions', title: 'Extensions', keywords: ['install', 'pg_trgm', 'hstore'] },
  ]),
  group('Access', [
    { id: 'policies', title: 'Policies', keywords: ['rls', 'row level security'] },
    { id: 'roles', title: 'Roles', keywords: ['user', 'login'] },
  ]),
  group('Operations', [
    { id: 'migrations', title: 'Migrations', keywords: ['history', 'changes', 'ddl', 'version'] },
    { id: 'publications', title: 'Publications', keywords: ['replication'] },
    { id: 'replication-slots', title: 'Replication slots', keywords: ['wal', 'logical'] },
    {
      id: 'activity',
      title: 'Activity',
      keywords: ['sessions', 'locks', 'terminate', 'size', 'vacuum', 'wal'],
    },
    {
      id: 'parameters',
      title: 'Parameters',
      keywords: ['settings', 'configuration', 'guc', 'statement_timeout', 'work_mem'],
    },
  ]),
] as const

export const PAGES: readonly DatabasePageInfo[] = GROUPS.flatMap(({ pages }) => [...pages])

export const pathOf = (id: string): PagePath => `/project/$ref/database/${id}`
