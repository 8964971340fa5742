import type { Endpoint } from '@stoa/contract/endpoint'
import { z } from 'zod'
import { nameOf } from './contract-endpoints.ts'
import type { AttackOrganization, AttackProject, AttackWorld } from './attack-world.ts'

/** A request that its operation's schemas accept, so that only access can be the reason to refuse. */
export type AttackRequest = {
  readonly method: string
  /** The path from the server's root, including the query string. */
  readonly path: string
  readonly body: string | undefined
}

/** The ids that requests name, of one organization and one of its projects. */
export type AttackTarget = {
  readonly slug: string
  readonly ref: string
  /** Ids inside an organization or project, by their parameter, or the path segment before it. */
  readonly ids: Readonly<Record<string, string>>
  /** Fields of queries and bodies that contain ids. */
  readonly fields: Readonly<Record<string, unknown>>
}

export function targetOf(
  world: AttackWorld,
  organization: AttackOrganization,
  project: AttackProject,
): AttackTarget {
  return {
    slug: organization.slug,
    ref: project.ref,
    ids: {
      members: organization.people.developer.id,
      invitations: organization.invitationId,
      invoices: organization.invoiceId,
      'feature-flags': organization.flagId,
      'api-keys': project.apiKeyId,
      'signing-keys': project.signingKeyId,
      'third-party-auth': '00000000-0000-4000-8000-000000000000',
      content: project.snippetId,
      'table-views': project.tableViewId,
      transactions: project.snippetId,
      snippets: project.snippetId,
      folders: '00000000-0000-4000-8000-000000000000',
      tables: project.tableId,
      columns: '2',
      constraints: '1',
      // Functions of the database have a number, edge functions a slug.
      functions: '1',
      function_slug: 'hello',
      // Jobs of files have a UUID, those of a schedule a number.
      job_id: '1',
      users: '00000000-0000-4000-8000-000000000000',
      sessions: '00000000-0000-4000-8000-000000000000',
      factors: '00000000-0000-4000-8000-000000000000',
      identities: '00000000-0000-4000-8000-000000000000',
      passkeys: '00000000-0000-4000-8000-000000000000',
      'oauth-clients': '00000000-0000-4000-8000-000000000000',
      'custom-providers': 'custom:example',
      'sso-providers': '00000000-0000-4000-8000-000000000000',
      buckets: 'files',
      backups: '00000000-0000-4000-8000-000000000000',
      jobs: '00000000-0000-4000-8000-000000000000',
      webhooks: '00000000-0000-4000-8000-000000000000',
      'log-drains': '00000000-0000-4000-8000-000000000000',
      deliveries: '00000000-0000-4000-8000-000000000000',
      query_id: '1',
      queues: 'jobs',
      messages: '1',
      versions: '1',
      migrations: '1',
      'event-triggers': '1',
      servers: '00000000-0000-4000-8000-000000000000',
      files: '00000000-0000-4000-8000-000000000000',
      secrets: '00000000-0000-4000-8000-000000000000',
      's3-access-keys': '0'.repeat(32),
      query: '00000000-0000-4000-8000-000000000000',
      backfills: '00000000-0000-4000-8000-000000000000',
      ignored: '00000000-0000-4000-8000-000000000000',
      events: '00000000-0000-4000-8000-000000000000',
      requests: '00000000-0000-4000-8000-000000000000',
      'access-tokens': '00000000-0000-4000-8000-000000000000',
      rules: '00000000-0000-4000-8000-000000000000',
      channels: '00000000-0000-4000-8000-000000000000',
      queries: '00000000-0000-4000-8000-000000000000',
      runs: '00000000-0000-4000-8000-000000000000',
      branches: 'main',
      'read-replicas': `${project.ref}-rr-local-aaaaa`,
      'deleted-projects': project.ref,
      branch_id_or_ref: project.ref,
      notices: world.noticeId,
      incidents: world.incidentId,
    },
    fields: {
      organization_slug: organization.slug,
      project_ref: project.ref,
      token: organization.invitationToken,
      ids: [organization.notificationId],
      user_id: organization.people.developer.id,
      email: organization.people.developer.email,
      relation_id: Number(project.tableId),
      table_id: Number(project.tableId),
      view_id: project.tableViewId,
      identifier: 'custom:example',
      database_identifier: `${project.ref}-rr-local-aaaaa`,
      proof: '0'.repeat(64),
      gte: '1',
      column_id: `${project.tableId}.2`,
    },
  }
}

/** The attacker's own organization and project, with another's ids for the things inside them. */
export const mixed = (own: AttackTarget, other: AttackTarget): AttackTarget => ({
  ...other,
  slug: own.slug,
  ref: own.ref,
})

const PLACEHOLDER = /([\w-]+)\/\{(\w+)\}/g

/** Whether an operation's path contains an id inside an organization or project. */
export const hasNestedId = ({ path }: Endpoint): boolean =>
  [...path.matchAll(PLACEHOLDER)].some(
    ([, , name = '']) => name.endsWith('id') || name === 'project',
  )

/** Whether a query or body of the operation can contain an organization's ids. */
export const namesFields = ({ query, body }: Endpoint, target: AttackTarget): boolean =>
  [query, body].some((schema) =>
    Object.keys(schema ? (jsonSchema(schema).properties ?? {}) : {}).some(
      (name) => name in target.fields,
    ),
  )

/**
 * Builds a valid request for any operation of the contract. Throws when it cannot, so that an
 * operation with a new kind of id or field fails the tests until they know how to attack it.
 */
export function buildRequest(endpoint: Endpoint, target: AttackTarget): AttackRequest {
  const params: Record<string, string> = {}
  const filled = endpoint.path.replaceAll(PLACEHOLDER, (_, segment: string, name: string) => {
    const value = paramOf(endpoint, target, { segment, name })
    params[name] = value
    return `${segment}/${encodeURIComponent(value)}`
  })
  if (filled.includes('{')) throw new Error(`${nameOf(endpoint)}: no value for ${filled}`)
  const query = validValue(endpoint, target, 'query')
  const body = validValue(endpoint, target, 'body')
  const parsed = endpoint.params && z.safeParse(endpoint.params, params)
  if (parsed?.success === false)
    throw new Error(`${nameOf(endpoint)}: the path is invalid: ${parsed.error.message}`)
  const asked = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  )
  return {
    method: endpoint.method,
    path: asked.size === 0 ? filled : `${filled}?${asked.toString()}`,
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

function paramOf(
  endpoint: Endpoint,
  target: AttackTarget,
  { segment, name }: { segment: string; name: string },
): string {
  if (name === 'slug') return target.slug
  if (name === 'ref') return target.ref
  const known = target.ids[name] ?? target.ids[segment]
  if (known !== undefined) return known
  const schema = endpoint.params && jsonSchema(endpoint.params).properties?.[name]
  if (schema?.enum) return String(schema.enum[0])
  throw new Error(`${nameOf(endpoint)}: no id for ${segment}/{${name}}`)
}

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minimum?: number
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
}

const jsonSchema = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as Schema

/**
 * Optional fields that a request includes: those with ids, because an attack is about them, and
 * others if the operation requires at least one.
 */
type Choice = (name: string, schema: Schema, target: AttackTarget) => boolean
const CHOICES: readonly Choice[] = [
  (name, _, { fields }) => name in fields,
  (name, { type }, { fields }) => name in fields || type === 'boolean',
  // A flag is for an organization or for a person.
  (name, _, { fields }) => name in fields && name !== 'user_id',
  (name, { type }) => name !== '' && type !== 'object',
]

/** The smallest value that fits the schema of an operation's query or body. */
function validValue(endpoint: Endpoint, target: AttackTarget, place: 'query' | 'body'): unknown {
  const schema = endpoint[place]
  if (!schema) return undefined
  const shape = jsonSchema(schema)
  for (const choice of CHOICES) {
    const value = fill(shape, { target, choice })
    if (z.safeParse(schema, value).success) return value
  }
  const first = fill(shape, { target, choice: CHOICES[0] ?? (() => true) })
  const message = z.safeParse(schema, first).error?.message
  throw new Error(`${nameOf(endpoint)}: no valid ${place}: ${message}`)
}

type Filling = { readonly target: AttackTarget; readonly choice: Choice }

function fill(schema: Schema, filling: Filling, place = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return fill(choice, filling, place)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => fill(part, filling)))
  switch (schema.type) {
    case 'object':
      return fillObject(schema, filling)
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => fill(schema.items ?? {}, filling))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'string':
      return textFor(schema, place)
    default:
      return null
  }
}

function fillObject({ properties = {}, required = [] }: Schema, filling: Filling) {
  const { target, choice } = filling
  const chosen = Object.entries(properties).filter(
    ([name, schema]) => required.includes(name) || choice(name, schema, target),
  )
  return Object.fromEntries(
    chosen.map(([name, schema], place) => [
      name,
      name in target.fields ? target.fields[name] : fill(schema, filling, place),
    ]),
  )
}

/** Texts for fields with a format or a pattern; the first that fits is used. */
const TEXTS = ['attack', 'USD', '1.1', 'true']
const UUID = '00000000-0000-4000-8000-00000000000a'

function textFor({ format, pattern, minLength = 0 }: Schema, place: number): string {
  if (format === 'uuid') return UUID
  if (format === 'email') return 'attack@example.com'
  // Of two times in one object, the second is the later one.
  if (format === 'date-time') return `${2030 + place}-01-01T00:00:00Z`
  if (format === 'uri') return 'https://example.com/'
  const fitting = [...TEXTS, UUID, '1'].find(
    (text) => pattern === undefined || new RegExp(pattern, 'u').test(text),
  )
  return (fitting ?? '').padEnd(minLength, 'x')
}
