/** The catalog's entry about an extension. */
export type CataloguedExtension = {
  name: string
  comment: string
  tags: readonly string[]
  /** Its documentation. */
  link: string
  github_url: string
  /** The schema in which every project already has its functions, without the extension. */
  builtIn?: string
  /** The dashboard page for the same purpose, and its path within a project. */
  product?: string
  product_url?: string
  /** The end of the name of its Debian package, `postgresql-18-pgvector`. */
  package?: string
  /** Versions of Postgres that no longer support it. */
  deprecated?: readonly string[]
}

type Entry = readonly [name: string, comment: string, tag: string]

/** An extension that comes with Postgres, and its chapter of the manual. */
const ofPostgres = (chapter: string, [name, comment, tag]: Entry): CataloguedExtension => ({
  name,
  comment,
  tags: [tag],
  link: `https://www.postgresql.org/docs/current/${chapter}.html`,
  github_url: 'https://github.com/postgres/postgres',
})

/** An extension with its own repository, and its documentation if that is elsewhere. */
const ofOthers = (
  repository: string,
  [name, comment, tag]: Entry,
  more: Partial<CataloguedExtension> = {},
): CataloguedExtension => ({
  name,
  comment,
  tags: [tag],
  link: `https://github.com/${repository}`,
  github_url: `https://github.com/${repository}`,
  ...more,
})

const NO_LONGER = { deprecated: ['Postgres 17'] }

/** Extensions that people look for, whether or not a server has them. */
export const EXTENSIONS: readonly CataloguedExtension[] = [
  ofOthers('postgis/postgis', ['address_standardizer', 'Parses an address into its parts', 'geo'], {
    package: 'postgis-3',
    link: 'https://postgis.net/docs/Address_Standardizer.html',
  }),
  ofPostgres('amcheck', ['amcheck', 'Checks the integrity of tables and indexes', 'admin']),
  ofPostgres('contrib-spi', ['autoinc', 'Fills columns from a sequence by trigger', 'trigger']),
  ofPostgres('bloom', ['bloom', 'Index on many columns for equality', 'index']),
  ofPostgres('btree-gin', ['btree_gin', 'GIN operators for ordinary types', 'index']),
  ofPostgres('btree-gist', ['btree_gist', 'GiST operators for ordinary types', 'index']),
  ofPostgres('citext', ['citext', 'Case-insensitive text', 'type']),
  ofPostgres('cube', ['cube', 'Multidimensional points and boxes', 'type']),
  ofPostgres('dblink', ['dblink', 'Queries to other Postgres databases', 'foreign data']),
  ofPostgres('dict-int', ['dict_int', 'Full text dictionary for integers', 'search']),
  ofPostgres('dict-xsyn', ['dict_xsyn', 'Full text dictionary for synonyms', 'search']),
  ofPostgres('earthdistance', ['earthdistance', 'Distances on the surface of the Earth', 'geo']),
  ofPostgres('file-fdw', ['file_fdw', 'Reads files of the server as tables', 'foreign data']),
  ofPostgres('fuzzystrmatch', ['fuzzystrmatch', 'Similarity and distance of texts', 'search']),
  ofPostgres('hstore', ['hstore', 'Sets of keys and values in one column', 'type']),
  ofOthers('pramsey/pgsql-http', ['http', 'HTTP requests from SQL', 'network'], {
    package: 'http',
  }),
  ofOthers('HypoPG/hypopg', ['hypopg', 'Hypothetical indexes', 'index'], {
    package: 'hypopg',
    link: 'https://hypopg.readthedocs.io',
  }),
  ofOthers('supabase/index_advisor', ['index_advisor', 'Suggests indexes for a query', 'index']),
  ofPostgres('contrib-spi', ['insert_username', 'Records who changed a row', 'trigger']),
  ofPostgres('intarray', ['intarray', 'Functions and indexes for integer arrays', 'type']),
  ofPostgres('isn', ['isn', 'Product numbers such as ISBN and EAN', 'type']),
  ofPostgres('lo', ['lo', 'Removes large objects with their rows', 'trigger']),
  ofPostgres('ltree', ['ltree', 'Paths in a tree, such as categories', 'type']),
  ofPostgres('contrib-spi', ['moddatetime', 'Records when a row was changed', 'trigger']),
  ofPostgres('pageinspect', ['pageinspect', 'Low-level contents of pages', 'admin']),
  ofPostgres('pgbuffercache', ['pg_buffercache', 'Contents of the shared buffer cache', 'admin']),
  ofOthers('citusdata/pg_cron', ['pg_cron', 'Runs SQL on a schedule', 'automation'], {
    builtIn: 'cron',
    product: 'Cron',
    product_url: '/integrations/cron',
  }),
  ofPostgres('pgfreespacemap', ['pg_freespacemap', 'Free space in tables', 'admin']),
  ofOthers('supabase/pg_graphql', ['pg_graphql', 'GraphQL from the schema', 'api'], {
    link: 'https://supabase.github.io/pg_graphql/',
    product: 'GraphiQL',
    product_url: '/api/graphiql',
  }),
  ofOthers('iCyberon/pg_hashids', ['pg_hashids', 'Short ids from numbers', 'type']),
  ofOthers('supabase/pg_jsonschema', ['pg_jsonschema', 'Validates JSON with a schema', 'type']),
  ofOthers('supabase/pg_net', ['pg_net', 'Asynchronous HTTP requests', 'network'], {
    link: 'https://supabase.github.io/pg_net/',
    builtIn: 'net',
    product: 'Webhooks',
    product_url: '/database/hooks',
  }),
  ofOthers('pgpartman/pg_partman', ['pg_partman', 'Creates and removes partitions', 'admin'], {
    package: 'partman',
  }),
  ofPostgres('pgprewarm', ['pg_prewarm', 'Loads tables into the cache', 'admin']),
  ofOthers('reorg/pg_repack', ['pg_repack', 'Removes bloat without long locks', 'admin'], {
    package: 'repack',
    link: 'https://reorg.github.io/pg_repack/',
  }),
  ofPostgres('pgstatstatements', [
    'pg_stat_statements',
    'Statistics of the statements that run',
    'monitoring',
  ]),
  ofPostgres('pgsurgery', ['pg_surgery', 'Repairs damaged rows', 'admin']),
  ofPostgres('pgtrgm', ['pg_trgm', 'Similarity and fast LIKE with trigrams', 'search']),
  ofPostgres('pgvisibility', ['pg_visibility', 'Visibility map of tables', 'admin']),
  ofPostgres('pgwalinspect', ['pg_walinspect', 'Contents of the write-ahead log', 'admin']),
  ofOthers('pgaudit/pgaudit', ['pgaudit', 'Writes an audit log', 'security'], {
    package: 'pgaudit',
    link: 'https://www.pgaudit.org',
  }),
  ofPostgres('pgcrypto', ['pgcrypto', 'Hashing and encryption', 'security']),
  ofOthers('michelp/pgjwt', ['pgjwt', 'JSON Web Tokens', 'security'], NO_LONGER),
  ofOthers('pgmq/pgmq', ['pgmq', 'Message queues', 'automation'], {
    link: 'https://pgmq.github.io/pgmq/',
    builtIn: 'pgmq',
    product: 'Queues',
    product_url: '/integrations/queues',
  }),
  ofOthers('pgroonga/pgroonga', ['pgroonga', 'Full text search for all languages', 'search'], {
    link: 'https://pgroonga.github.io',
  }),
  ofOthers('pgRouting/pgrouting', ['pgrouting', 'Routes in geographical networks', 'geo'], {
    package: 'pgrouting',
    link: 'https://docs.pgrouting.org',
  }),
  ofPostgres('pgrowlocks', ['pgrowlocks', 'Row locks of a table', 'monitoring']),
  ofOthers('michelp/pgsodium', ['pgsodium', 'Encryption with managed keys', 'security']),
  ofPostgres('pgstattuple', ['pgstattuple', 'Dead rows and free space of a table', 'monitoring']),
  ofOthers('theory/pgtap', ['pgtap', 'Unit tests for the database', 'testing'], {
    package: 'pgtap',
    link: 'https://pgtap.org',
  }),
  ofOthers('plv8/plv8', ['plcoffee', 'CoffeeScript as procedural language', 'language'], {
    link: 'https://plv8.github.io',
    ...NO_LONGER,
  }),
  ofOthers('plv8/plv8', ['plls', 'LiveScript as procedural language', 'language'], {
    link: 'https://plv8.github.io',
    ...NO_LONGER,
  }),
  {
    ...ofPostgres('plpgsql', ['plpgsql', 'Procedural language of Postgres', 'language']),
    builtIn: 'pg_catalog',
  },
  ofOthers(
    'okbob/plpgsql_check',
    ['plpgsql_check', 'Finds errors in PL/pgSQL functions', 'testing'],
    { package: 'plpgsql-check' },
  ),
  ofOthers('plv8/plv8', ['plv8', 'JavaScript as procedural language', 'language'], {
    link: 'https://plv8.github.io',
    ...NO_LONGER,
  }),
  ofOthers('postgis/postgis', ['postgis', 'Geometry and geography types', 'geo'], {
    package: 'postgis-3',
    link: 'https://postgis.net/documentation/',
  }),
  ofOthers('postgis/postgis', ['postgis_raster', 'Raster data', 'geo'], {
    package: 'postgis-3',
    link: 'https://postgis.net/docs/RT_reference.html',
  }),
  ofOthers('postgis/postgis', ['postgis_topology', 'Topology types', 'geo'], {
    package: 'postgis-3',
    link: 'https://postgis.net/docs/Topology.html',
  }),
  ofPostgres('postgres-fdw', [
    'postgres_fdw',
    'Tables of other Postgres databases',
    'foreign data',
  ]),
  ofPostgres('contrib-spi', ['refint', 'Foreign key checks by trigger', 'trigger']),
  ofOthers('postgrespro/rum', ['rum', 'Full text index that stores positions', 'search'], {
    package: 'rum',
  }),
  ofPostgres('seg', ['seg', 'Line segments and intervals', 'type']),
  ofPostgres('sslinfo', ['sslinfo', 'Details of the TLS connection', 'security']),
  ofOthers('supabase/vault', ['supabase_vault', 'Encrypted secrets', 'security'], {
    builtIn: 'vault',
    product: 'Vault',
    product_url: '/settings/vault/secrets',
  }),
  ofPostgres('tablefunc', ['tablefunc', 'Pivot tables and trees', 'analytics']),
  ofPostgres('tcn', ['tcn', 'Notifications of changed rows by trigger', 'trigger']),
  ofOthers(
    'timescale/timescaledb',
    ['timescaledb', 'Time series in large tables', 'analytics'],
    NO_LONGER,
  ),
  ofPostgres('tsm-system-rows', ['tsm_system_rows', 'Samples a fixed number of rows', 'analytics']),
  ofPostgres('tsm-system-time', [
    'tsm_system_time',
    'Samples rows within a time limit',
    'analytics',
  ]),
  ofPostgres('unaccent', ['unaccent', 'Full text search without accents', 'search']),
  ofPostgres('uuid-ossp', ['uuid-ossp', 'Generates UUIDs', 'type']),
  ofOthers('pgvector/pgvector', ['vector', 'Vectors and similarity search', 'search'], {
    package: 'pgvector',
  }),
  ofOthers(
    'supabase/wrappers',
    ['wrappers', 'Foreign data wrappers for other services', 'foreign data'],
    { link: 'https://supabase.github.io/wrappers/' },
  ),
  ofPostgres('xml2', ['xml2', 'XPath queries and XSLT', 'type']),
]

/** The statement that installs an extension, for people who run it themselves. */
export const installationSql = ({ name }: Pick<CataloguedExtension, 'name'>): string =>
  `create extension "${name}" with schema extensions cascade;`
