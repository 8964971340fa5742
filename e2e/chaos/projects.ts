import pg from 'pg'
import { askPlatform } from '../support/platform-api.ts'
import { createProject, type ProjectInfo } from '../support/server.ts'
import type { Installation } from './installation.ts'

/** `name` is the same in each run, whatever the project's reference. */
export type ChaosProject = ProjectInfo & { readonly name: string }

export const QUEUE = 'chaos'
export const BUCKET = 'chaos'

const TABLES = `
  create table public.entries (id text primary key);
  create table public.hooked (id text primary key);
  create table public.called (id text primary key);
  grant all on public.entries, public.hooked, public.called to service_role;
  alter publication supabase_realtime add table public.entries;
  select pgmq.create('${QUEUE}');
`

/** Inserts a row through the Data API, as functions do. */
const FUNCTION = `
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')
  Deno.serve(async (request) => {
    const { status } = await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/called', {
      method: 'POST',
      headers: { apikey: key, authorization: 'Bearer ' + key, 'content-type': 'application/json' },
      body: await request.text(),
    })
    return new Response(null, { status: status === 201 ? 200 : 500 })
  })
`

/** Creates a project with the objects that the workload writes to. */
export async function prepareProject(
  installation: Installation,
  { name, receiver }: { readonly name: string; readonly receiver: string },
): Promise<ChaosProject> {
  const project = await createProject(installation, name)
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(TABLES)
  await client.end()
  await askPlatform(installation, 'POST', `/webhooks/${project.ref}/webhooks`, {
    name: 'chaos',
    url: `${receiver}/${name}`,
    schema: 'public',
    table: 'hooked',
    events: ['INSERT'],
  })
  await askPlatform(installation, 'POST', ...deployment(project.ref))
  const bucket = await fetch(`${project.api_url}/storage/v1/bucket`, {
    method: 'POST',
    headers: headersOf(project),
    body: JSON.stringify({ id: BUCKET, name: BUCKET }),
  })
  if (!bucket.ok) throw new Error(`No bucket: ${await bucket.text()}`)
  return { ...project, name }
}

/** The request that deploys the function. */
export const deployment = (ref: string) =>
  [
    `/functions/${ref}/functions/note/versions`,
    { files: [{ path: 'index.ts', content: FUNCTION }], verify_jwt: false },
  ] as const

export const headersOf = ({ service_role_key: key }: ProjectInfo) => ({
  apikey: key,
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})
