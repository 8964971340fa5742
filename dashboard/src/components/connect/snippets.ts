/** The project values that a snippet needs. */
export type ConnectFacts = {
  /** A URL that every client can resolve. */
  url: string
  publishableKey: string
  /** Contains `[YOUR-PASSWORD]` unless the password was revealed. */
  connectionString: string
  database: { host: string; port: number; user: string; name: string }
}

export type Snippet = { id: string; title: string; hint: string; code: string }

/** Code for a first connection in each client, complete except for the table name. */
export function connectSnippets(facts: ConnectFacts, table = 'todos'): Snippet[] {
  const { url, publishableKey, connectionString, database } = facts
  return [
    {
      id: 'supabase-js',
      title: 'supabase-js',
      hint: 'npm install @supabase/supabase-js',
      code: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(
  '${url}',
  '${publishableKey}',
)

const { data, error } = await supabase.from('${table}').select()`,
    },
    {
      id: 'curl',
      title: 'curl',
      hint: 'Reads a table over REST',
      code: `curl '${url}/rest/v1/${table}?select=*' \\
  -H 'apikey: ${publishableKey}'`,
    },
    {
      id: 'psql',
      title: 'psql',
      hint: 'Asks for the database password',
      code: `psql -h ${database.host} -p ${database.port} -U ${database.user} -d ${database.name}`,
    },
    {
      id: 'uri',
      title: 'URI',
      hint: 'For any Postgres driver',
      code: connectionString,
    },
    {
      id: 'node',
      title: 'Node',
      hint: 'npm install postgres',
      code: `import postgres from 'postgres'

const sql = postgres('${connectionString}')

const rows = await sql\`select * from ${table} limit 10\``,
    },
    {
      id: 'python',
      title: 'Python',
      hint: "pip install 'psycopg[binary]'",
      code: `import psycopg

with psycopg.connect("${connectionString}") as connection:
    rows = connection.execute("select * from ${table} limit 10").fetchall()`,
    },
  ]
}
