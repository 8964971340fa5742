import { quoted, shellQuoted, type Guide } from './guide.ts'

/** The shortest ways to a first request. */
export const clients: readonly Guide[] = [
  {
    id: 'supabase-js',
    title: 'supabase-js',
    hint: 'For browsers, Node.js 22 or newer, Deno and Bun.',
    install: 'npm install @supabase/supabase-js',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'index.mjs',
        code: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(
  ${quoted(url)},
  ${quoted(publishableKey)},
)

const { data, error } = await supabase.from(${quoted(table)}).select().limit(10)
console.log(error ?? data)`,
      },
    ],
  },
  {
    id: 'curl',
    title: 'curl',
    hint: 'Reads a table over REST.',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'curl',
        code: `curl ${shellQuoted(`${url}/rest/v1/${encodeURIComponent(table)}?select=*&limit=10`)} \\
  -H ${shellQuoted(`apikey: ${publishableKey}`)}`,
      },
    ],
  },
]
