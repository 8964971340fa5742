import type { Role } from '@stoa/contract/platform/permissions'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openControlPlane } from './control-plane.ts'
import { signUpInvited } from './member.ts'
import { ordinaryFolder, type OrdinaryAccount } from './ordinary-account.ts'
import { askPlatform } from './platform-api.ts'
import { discard, startServer, type StartedServer } from './server.ts'

/** An account of the platform with a session of its own. */
export type AttackPerson = {
  readonly id: string
  readonly email: string
  readonly token: string
  /** The profile's name, which other people must not learn. */
  readonly name: string
}

export type AttackProject = {
  readonly ref: string
  readonly apiUrl: string
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly publishableKey: string
  readonly secretKey: string
  readonly jwtSecret: string
  readonly connectionString: string
  readonly databasePassword: string
  /** An end user of the project, with their access token. */
  readonly user: { readonly id: string; readonly email: string; readonly token: string }
  /** A table with one row and no policy, whose OID no other project of the world uses. */
  readonly tableId: string
  readonly apiKeyId: string
  readonly signingKeyId: string
  /** A snippet of the organization's owner. */
  readonly snippetId: string
  /** A view of the table that the organization's owner has saved. */
  readonly tableViewId: string
  /** Handles for database metadata, by the id of the person they were issued to. */
  readonly handles: Readonly<Record<string, string>>
}

export type AttackOrganization = {
  /** A word in every name and text of the organization, so that a leak can be found. */
  readonly marker: string
  readonly slug: string
  readonly people: Readonly<Record<Role, AttackPerson>>
  /** A person who was a developer of the organization until an owner removed them. */
  readonly former: AttackPerson
  readonly invitationId: string
  /** The secret of an open invitation for an address that belongs to no account. */
  readonly invitationToken: string
  readonly notificationId: string
  readonly invoiceId: string
  readonly flagId: string
  readonly projects: readonly [AttackProject, AttackProject]
}

/** Two organizations that must not learn anything about each other, and the people around them. */
export type AttackWorld = {
  readonly url: string
  readonly dataDir: string
  readonly postgresPort: number
  readonly organizations: readonly [AttackOrganization, AttackOrganization]
  /** Signed in, and a member of no organization. */
  readonly stranger: AttackPerson
  /** The token of a session that was signed out. */
  readonly signedOutToken: string
  /** Entries of the installation itself. */
  readonly noticeId: string
  readonly incidentId: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    attackWorld: AttackWorld
  }
}

const ROLES: readonly Role[] = ['owner', 'administrator', 'developer', 'read_only']
const PASSWORD = 'gusty-Walrus-40-orbits-plinth'

/** Starts a server, as an ordinary user if an account is given, and creates the world in it. */
export async function startAttackWorld(
  account?: OrdinaryAccount,
): Promise<{ server: StartedServer; world: AttackWorld }> {
  const dataDir = account && (await ordinaryFolder(account))
  const server = await startServer({
    env: { STOA_SIGN_UP: 'open', ...(dataDir !== undefined && { TMPDIR: '/tmp' }) },
    ...(dataDir !== undefined && { dataDir }),
    ...(account && { account }),
  })
  try {
    return { server, world: await createWorld(server) }
  } catch (error) {
    await discard(server)
    throw error
  }
}

async function createWorld(server: StartedServer): Promise<AttackWorld> {
  // Its invitations confirm the accounts, and nobody accepts them.
  const { slug: reception } = await askPlatform<{ slug: string }>(
    server,
    'POST',
    '/organizations',
    {
      name: 'Reception',
    },
  )
  const [left, right] = await Promise.all([
    createOrganization(server, reception, 'zinnia'),
    createOrganization(server, reception, 'quartz'),
  ])
  await forgoReminders(server)
  const stranger = await createPerson(server, reception, { role: 'stranger', marker: 'nowhere' })
  const signedOut = await createPerson(server, reception, { role: 'signed-out', marker: 'nowhere' })
  await askPlatform(server, 'DELETE', `/organizations/${reception}`)
  await ask(server, signedOut.token, 'POST', '/auth/v1/logout')
  return {
    url: server.url,
    dataDir: server.dataDir,
    postgresPort: server.postgresPort,
    organizations: [left, right],
    stranger,
    signedOutToken: signedOut.token,
    noticeId: await askFor(server, '/installation/notices', {
      title: 'Maintenance',
      text: 'Tonight',
      visible_from: '2020-01-01T00:00:00Z',
      visible_until: '2100-01-01T00:00:00Z',
    }),
    incidentId: await askFor(server, '/installation/incidents', { title: 'Slow disks' }),
  }
}

/** Reminders of overdue invoices are sent once, at a time of the server's choice: here, never. */
async function forgoReminders({ dataDir }: StartedServer): Promise<void> {
  const control = await openControlPlane(dataDir)
  await control.query('update platform.invoices set reminded_at = now() where reminded_at is null')
  await control.end()
}

/** Creates an entry of the installation and returns its id. */
const askFor = async (server: StartedServer, path: string, body: object): Promise<string> =>
  (await askPlatform<{ id: string }>(server, 'POST', path, body)).id

/** Sends a request as a person. Throws on an error response. */
async function ask<T>(
  { url }: StartedServer,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(path.startsWith('/') ? url + path : path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

async function createPerson(
  server: StartedServer,
  reception: string,
  { role, marker }: { role: string; marker: string },
): Promise<AttackPerson> {
  const email = `${role}@${marker}.example.com`
  const { session } = await signUpInvited(server, {
    slug: reception,
    email,
    role: 'read_only',
    password: PASSWORD,
  })
  const name = `${marker} ${role}`
  const token = session.access_token
  await ask(server, token, 'POST', '/platform/profile')
  await ask(server, token, 'PATCH', '/platform/profile', { display_name: name })
  return { id: session.user.id, email, token, name }
}

async function createOrganization(
  server: StartedServer,
  reception: string,
  marker: string,
): Promise<AttackOrganization> {
  const [owner, administrator, developer, read_only, former] = await Promise.all(
    [...ROLES, 'former'].map((role) => createPerson(server, reception, { role, marker })),
  )
  if (!owner || !administrator || !developer || !read_only || !former) throw new Error('unreached')
  const asOwner = <T>(method: string, path: string, body?: unknown) =>
    ask<T>(server, owner.token, method, path, body)
  const { slug } = await asOwner<{ slug: string }>('POST', '/platform/organizations', {
    name: `${marker} works`,
  })
  const organization = `/platform/organizations/${slug}`
  const invite = (email: string, role: string) =>
    asOwner<{ id: string; link: string }>('POST', `${organization}/invitations`, { email, role })
  for (const [person, role] of [
    [administrator, 'administrator'],
    [developer, 'developer'],
    [read_only, 'read_only'],
    [former, 'developer'],
  ] as const) {
    const { link } = await invite(person.email, role)
    await ask(server, person.token, 'POST', '/platform/invitations/accept', {
      token: tokenOf(link),
    })
  }
  const open = await invite(`invited@${marker}.example.com`, 'administrator')
  const projects = await Promise.all([
    createProject(server, owner, { slug, name: `${marker} front` }),
    createProject(server, owner, { slug, name: `${marker} back` }),
  ])
  await asOwner('DELETE', `${organization}/members/${former.id}`)
  const { notifications } = await asOwner<{ notifications: { id: string }[] }>(
    'GET',
    '/platform/notifications',
  )
  const invoice = await askPlatform<{ id: string }>(server, 'POST', '/installation/invoices', {
    organization_slug: slug,
    number: `${marker}-1`,
    amount_cents: 100,
    due_at: '2020-01-01T00:00:00Z',
  })
  const flag = await askPlatform<{ id: string }>(server, 'PUT', '/installation/feature-flags', {
    name: 'attack',
    value: `${marker} flag`,
    organization_slug: slug,
  })
  const people = { owner, administrator, developer, read_only }
  return {
    marker,
    slug,
    people,
    former,
    invitationId: open.id,
    invitationToken: tokenOf(open.link),
    notificationId: notifications[0]?.id ?? '',
    invoiceId: invoice.id,
    flagId: flag.id,
    projects: [
      await furnish(server, projects[0], { people, marker, at: `${marker}_front` }),
      await furnish(server, projects[1], { people, marker, at: `${marker}_back` }),
    ],
  }
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

async function createProject(
  server: StartedServer,
  owner: AttackPerson,
  { slug, name }: { slug: string; name: string },
): Promise<string> {
  const body = { organization_slug: slug, name, db_pass: `${PASSWORD} of ${name}` }
  type Project = { ref: string; status: string }
  let project = await ask<Project>(server, owner.token, 'POST', '/platform/projects', body)
  while (project.status === 'COMING_UP') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    project = await ask(server, owner.token, 'GET', `/platform/projects/${project.ref}`)
  }
  return project.ref
}

/** OIDs start at the same number in every project, so each one skips a different count of them. */
let tables = 0

/** Fills a project with objects that have ids and texts of their own. */
async function furnish(
  server: StartedServer,
  ref: string,
  { people, marker, at }: { people: AttackOrganization['people']; marker: string; at: string },
): Promise<AttackProject> {
  const path = `/platform/projects/${ref}`
  const asOwner = <T>(method: string, route: string, body?: unknown) =>
    ask<T>(server, people.owner.token, method, route, body)
  const secrets = await asOwner<Record<string, string>>('POST', `${path}/api-keys/reveal`)
  const keys = await asOwner<Record<string, string>>('GET', `${path}/api-keys`)
  const key = await asOwner<{ id: string }>('POST', `${path}/api-keys`, {
    kind: 'secret',
    name: `${at}_key`,
  })
  const signingKey = await asOwner<{ id: string }>('POST', `${path}/signing-keys`, {
    algorithm: 'ES256',
  })
  const snippetId = randomUUID()
  await asOwner('PUT', `${path}/content/${snippetId}`, {
    name: `${at} query`,
    sql: `select '${at}'`,
    version: 0,
  })
  const tableViewId = randomUUID()
  const handles: Record<string, string> = {}
  let apiUrl = ''
  for (const person of Object.values(people)) {
    type Detail = { connection_handle: string; endpoints: { api_url: string } }
    const detail = await ask<Detail>(server, person.token, 'GET', path)
    handles[person.id] = detail.connection_handle
    apiUrl = detail.endpoints.api_url
  }
  const user = await createUser(apiUrl, secrets['secret_key'] ?? '', `${at}@${marker}.example.com`)
  const connectionString = secrets['connection_string'] ?? ''
  tables += 1
  const tableId = await createTable(connectionString, { marker, at, skip: tables * 10 })
  await asOwner('PUT', `${path}/table-views/${tableViewId}`, {
    table_id: Number(tableId),
    name: `${at} view`,
    is_shared: true,
    filter: '',
    sort: '',
    layout: { hidden: [], order: [], frozen: [], widths: {} },
    version: 0,
  })
  return {
    ref,
    apiUrl,
    anonKey: keys['anon_key'] ?? '',
    serviceRoleKey: secrets['service_role_key'] ?? '',
    publishableKey: keys['publishable_key'] ?? '',
    secretKey: secrets['secret_key'] ?? '',
    jwtSecret: secrets['jwt_secret'] ?? '',
    connectionString,
    databasePassword: secrets['database_password'] ?? '',
    user,
    tableId,
    apiKeyId: key.id,
    signingKeyId: signingKey.id,
    snippetId,
    tableViewId,
    handles,
  }
}

/** Creates a confirmed end user of a project and signs them in. */
async function createUser(apiUrl: string, secretKey: string, email: string) {
  const post = async <T>(path: string, body: object) => {
    const response = await fetch(`${apiUrl}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, ...body }),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const { id } = await post<{ id: string }>('/admin/users', { email_confirm: true })
  const session = await post<{ access_token: string }>('/token?grant_type=password', {})
  return { id, email, token: session.access_token }
}

async function createTable(
  connectionString: string,
  { marker, at, skip }: { marker: string; at: string; skip: number },
): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (let at = 0; at < skip; at += 1)
      await client.query('create table skipped (); drop table skipped')
    await client.query(`create table ${at} (id int primary key, note text);
      insert into ${at} values (1, 'a secret of ${marker}');
      alter table ${at} enable row level security`)
    const { rows } = await client.query<{ oid: string }>(`select '${at}'::regclass::oid::text oid`)
    return rows[0]?.oid ?? ''
  } finally {
    await client.end()
  }
}
