import type { ConnectFacts } from '../connect-facts.ts'
import { quoted, selectRows, type Guide, type GuideFile } from './guide.ts'

const INSTALL = 'npm install @supabase/supabase-js'

/** Variables of an environment file, with the prefix that makes a framework send them to browsers. */
const environment = (
  name: string,
  prefix: string,
  { url, publishableKey }: ConnectFacts,
): GuideFile => ({
  name,
  code: `${prefix}SUPABASE_URL=${url}
${prefix}SUPABASE_PUBLISHABLE_KEY=${publishableKey}`,
})

/** A module that creates the client from variables of the environment. */
const client = (name: string, variables: string, ending = ''): GuideFile => ({
  name,
  code: `import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(
  ${variables}SUPABASE_URL${ending},
  ${variables}SUPABASE_PUBLISHABLE_KEY${ending},
)`,
})

/** A React component that reads a table in the browser. */
const reactList = (name: string, from: string, table: string): GuideFile => ({
  name,
  code: `import { useEffect, useState } from 'react'
import { supabase } from '${from}'

export default function App() {
  const [rows, setRows] = useState([])

  useEffect(() => {
    ${selectRows(table)}
      .then(({ data }) => setRows(data))
  }, [])

  return <pre>{JSON.stringify(rows, null, 2)}</pre>
}`,
})

export const frameworks: readonly Guide[] = [
  {
    id: 'next-app',
    title: 'Next.js, App Router',
    hint: 'Sessions are kept in cookies, so that pages can be rendered for a signed-in user.',
    install: 'npm install @supabase/supabase-js @supabase/ssr',
    files: (facts) => [
      environment('.env.local', 'NEXT_PUBLIC_', facts),
      {
        name: 'lib/supabase.ts',
        code: `import { createServerClient } from '@supabase/ssr'
import { cookies } from 'next/headers'

export async function createClient() {
  const store = await cookies()
  return createServerClient(
    process.env.NEXT_PUBLIC_SUPABASE_URL!,
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY!,
    {
      cookies: {
        getAll: () => store.getAll(),
        setAll(changed) {
          try {
            for (const { name, value, options } of changed) store.set(name, value, options)
          } catch {
            // Server Components can't set cookies; a proxy that refreshes sessions can.
          }
        },
      },
    },
  )
}`,
      },
      {
        name: 'app/page.tsx',
        code: `import { Suspense } from 'react'
import { createClient } from '../lib/supabase'

export default function Page() {
  return (
    <Suspense>
      <Rows />
    </Suspense>
  )
}

async function Rows() {
  const supabase = await createClient()
  const { data: rows } = await ${selectRows(facts.table)}
  return <pre>{JSON.stringify(rows, null, 2)}</pre>
}`,
      },
    ],
  },
  {
    id: 'next-pages',
    title: 'Next.js, Pages Router',
    hint: 'Reads rows while the page is rendered on the server.',
    install: INSTALL,
    files: (facts) => [
      environment('.env.local', 'NEXT_PUBLIC_', facts),
      client('lib/supabase.ts', 'process.env.NEXT_PUBLIC_', '!'),
      {
        name: 'pages/index.tsx',
        code: `import { supabase } from '../lib/supabase'

export async function getServerSideProps() {
  const { data } = await ${selectRows(facts.table)}
  return { props: { rows: data } }
}

export default function Page({ rows }: { rows: unknown[] }) {
  return <pre>{JSON.stringify(rows, null, 2)}</pre>
}`,
      },
    ],
  },
  {
    id: 'react-router',
    title: 'React Router (Remix)',
    hint: 'For React Router 7 in framework mode, which succeeds Remix.',
    install: INSTALL,
    files: (facts) => [
      environment('.env', 'VITE_', facts),
      client('app/supabase.ts', 'import.meta.env.VITE_'),
      {
        name: 'app/routes/home.tsx',
        code: `import { supabase } from '../supabase'
import type { Route } from './+types/home'

export async function loader() {
  const { data } = await ${selectRows(facts.table)}
  return { rows: data }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <pre>{JSON.stringify(loaderData.rows, null, 2)}</pre>
}`,
      },
    ],
  },
  {
    id: 'react-vite',
    title: 'React with Vite',
    hint: 'For an app created with npm create vite.',
    install: INSTALL,
    files: (facts) => [
      environment('.env.local', 'VITE_', facts),
      client('src/supabase.js', 'import.meta.env.VITE_'),
      reactList('src/App.jsx', './supabase', facts.table),
    ],
  },
  {
    id: 'react-cra',
    title: 'Create React App',
    hint: 'For existing apps; Create React App is deprecated. Use Vite for new ones.',
    install: INSTALL,
    files: (facts) => [
      environment('.env.local', 'REACT_APP_', facts),
      client('src/supabase.js', 'process.env.REACT_APP_'),
      reactList('src/App.js', './supabase', facts.table),
    ],
  },
  {
    id: 'tanstack-start',
    title: 'TanStack Start',
    hint: 'Reads rows in the loader of a route.',
    install: INSTALL,
    files: (facts) => [
      environment('.env', 'VITE_', facts),
      client('src/supabase.ts', 'import.meta.env.VITE_'),
      {
        name: 'src/routes/index.tsx',
        code: `import { createFileRoute } from '@tanstack/react-router'
import { supabase } from '../supabase'

export const Route = createFileRoute('/')({
  loader: async () => {
    const { data } = await ${selectRows(facts.table)}
    return data
  },
  component: Home,
})

function Home() {
  return <pre>{JSON.stringify(Route.useLoaderData(), null, 2)}</pre>
}`,
      },
    ],
  },
  {
    id: 'nuxt',
    title: 'Nuxt',
    hint: 'For Nuxt 4. In earlier versions, omit the app folder.',
    install: INSTALL,
    files: (facts) => [
      environment('.env', 'NUXT_PUBLIC_', facts),
      {
        name: 'nuxt.config.ts',
        code: `export default defineNuxtConfig({
  runtimeConfig: {
    public: { supabaseUrl: '', supabasePublishableKey: '' },
  },
})`,
      },
      {
        name: 'app/app.vue',
        code: `<script setup lang="ts">
import { createClient } from '@supabase/supabase-js'

const { supabaseUrl, supabasePublishableKey } = useRuntimeConfig().public
const supabase = createClient(supabaseUrl, supabasePublishableKey)

const { data: rows } = await useAsyncData('rows', async () => {
  const { data } = await ${selectRows(facts.table)}
  return data
})
</script>

<template>
  <pre>{{ rows }}</pre>
</template>`,
      },
    ],
  },
  {
    id: 'vue',
    title: 'Vue',
    hint: 'For an app created with npm create vue.',
    install: INSTALL,
    files: (facts) => [
      environment('.env.local', 'VITE_', facts),
      client('src/supabase.js', 'import.meta.env.VITE_'),
      {
        name: 'src/App.vue',
        code: `<script setup>
import { onMounted, ref } from 'vue'
import { supabase } from './supabase'

const rows = ref([])

onMounted(async () => {
  const { data } = await ${selectRows(facts.table)}
  rows.value = data
})
</script>

<template>
  <pre>{{ rows }}</pre>
</template>`,
      },
    ],
  },
  {
    id: 'sveltekit',
    title: 'SvelteKit',
    hint: 'For SvelteKit with Svelte 5.',
    install: INSTALL,
    files: (facts) => [
      environment('.env', 'PUBLIC_', facts),
      {
        name: 'src/lib/supabase.ts',
        code: `import { createClient } from '@supabase/supabase-js'
import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from '$env/static/public'

export const supabase = createClient(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_PUBLISHABLE_KEY)`,
      },
      {
        name: 'src/routes/+page.server.ts',
        code: `import { supabase } from '$lib/supabase'

export async function load() {
  const { data } = await ${selectRows(facts.table)}
  return { rows: data }
}`,
      },
      {
        name: 'src/routes/+page.svelte',
        code: `<script lang="ts">
  let { data } = $props()
</script>

<pre>{JSON.stringify(data.rows, null, 2)}</pre>`,
      },
    ],
  },
  {
    id: 'solid',
    title: 'SolidJS',
    hint: 'For an app created with npm create solid.',
    install: INSTALL,
    files: (facts) => [
      environment('.env', 'VITE_', facts),
      client('src/supabase.js', 'import.meta.env.VITE_'),
      {
        name: 'src/App.jsx',
        code: `import { createResource } from 'solid-js'
import { supabase } from './supabase'

export default function App() {
  const [rows] = createResource(async () => {
    const { data } = await ${selectRows(facts.table)}
    return data
  })
  return <pre>{JSON.stringify(rows(), null, 2)}</pre>
}`,
      },
    ],
  },
  {
    id: 'astro',
    title: 'Astro',
    hint: 'Reads rows when the page is built, or on each request where it is rendered on demand.',
    install: INSTALL,
    files: (facts) => [
      environment('.env', 'PUBLIC_', facts),
      client('src/lib/supabase.ts', 'import.meta.env.PUBLIC_'),
      {
        name: 'src/pages/index.astro',
        code: `---
import { supabase } from '../lib/supabase'

const { data: rows } = await ${selectRows(facts.table)}
---

<pre>{JSON.stringify(rows, null, 2)}</pre>`,
      },
    ],
  },
  {
    id: 'refine',
    title: 'refine',
    hint: 'For refine 5. Every table becomes a resource of the data provider.',
    install: 'npm install @refinedev/core @refinedev/supabase',
    files: (facts) => [
      environment('.env', 'VITE_', facts),
      {
        name: 'src/supabase.ts',
        code: `import { createClient } from '@refinedev/supabase'

export const supabase = createClient(
  import.meta.env.VITE_SUPABASE_URL,
  import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
)`,
      },
      {
        name: 'src/App.tsx',
        code: `import { Refine, useList } from '@refinedev/core'
import { dataProvider } from '@refinedev/supabase'
import { supabase } from './supabase'

export default function App() {
  return (
    <Refine dataProvider={dataProvider(supabase)} resources={[{ name: ${quoted(facts.table)} }]}>
      <Rows />
    </Refine>
  )
}

function Rows() {
  const { result } = useList({ resource: ${quoted(facts.table)} })
  return <pre>{JSON.stringify(result.data, null, 2)}</pre>
}`,
      },
    ],
  },
  {
    id: 'flask',
    title: 'Flask',
    hint: 'With supabase-py.',
    install: 'pip install flask supabase',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'app.py',
        code: `from flask import Flask
from supabase import create_client

app = Flask(__name__)
supabase = create_client(${quoted(url)}, ${quoted(publishableKey)})


@app.route('/')
def index():
    return supabase.table(${quoted(table)}).select('*').limit(10).execute().data`,
      },
    ],
  },
]
