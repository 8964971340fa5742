import type { Endpoint } from '@stoa/contract/endpoint'
import { z } from 'zod'
import { createSeededRandom } from '../../server/test/seeded-random.ts'

/**
 * A request with random invalid values. The same seed generates the same requests. They follow the
 * operation's schema, so that most of the invalid values are in fields that the operation reads.
 */
export type HostileRequest = {
  readonly method: string
  /** The path from the server's root, including the query string. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Existing values for path placeholders such as `ref`, `slug`, and IDs. */
export type Known = Readonly<Record<string, string>>

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly format?: string
}

export function createHostileRequests(
  seed: number,
): (endpoint: Endpoint, known: Known) => HostileRequest {
  const { below, happens: chance, oneOf: pick } = createSeededRandom(seed)

  let known: Known = {}

  const anything = (): unknown =>
    pick<() => unknown>([
      () => pick(TEXTS),
      () => pick(TEXTS),
      () => pick(NUMBERS),
      () => pick([true, false, null]),
      () => [pick(TEXTS), pick(NUMBERS), null],
      () => ({ [pick(TEXTS)]: pick(TEXTS), toString: 1, ['__proto__']: { isAdmin: true } }),
      () => [],
      () => ({}),
    ])()

  /** Generates a value that matches the schema except for a few random invalid parts. */
  function valueOf(schema: Schema): unknown {
    if (chance(0.06)) return anything()
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[below(schema.enum.length)]
    if (schema.anyOf) return valueOf(schema.anyOf[below(schema.anyOf.length)] ?? {})
    if (schema.type === 'object') return objectOf(schema.properties ?? {})
    if (schema.type === 'array')
      return Array.from({ length: below(4) }, () => valueOf(schema.items ?? {}))
    if (schema.type === 'integer') return pick(INTEGERS)
    if (schema.type === 'number') return pick(NUMBERS)
    if (schema.type === 'boolean') return chance(0.5)
    if (schema.type === 'null') return null
    if (schema.type === 'string') return textOf(schema)
    return anything()
  }

  function objectOf(properties: Readonly<Record<string, Schema>>): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(() => chance(0.9))
      .map(([name, schema]) => [name, known[name] && chance(0.5) ? known[name] : valueOf(schema)])
    if (chance(0.1)) entries.push([pick(TEXTS), anything()])
    return Object.fromEntries(entries) as Record<string, unknown>
  }

  function textOf({ format }: Schema): string {
    if (chance(0.4)) return pick(TEXTS)
    if (format === 'uuid') return '00000000-0000-4000-8000-000000000000'
    if (format === 'email') return 'nobody@example.com'
    if (format === 'uri') return 'https://example.com/%00'
    if (format === 'date-time') return '2026-02-03T04:05:06Z'
    return pick(['public', 'main', 'select 1', 'anon', 'a'])
  }

  function pathOf({ path, query }: Endpoint): string {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const own = known[name]
      if (own !== undefined && chance(0.85)) return own
      return chance(0.1) ? pick(SEGMENTS) : encodeURIComponent(pick(TEXTS).toWellFormed())
    })
    const asked = query ? objectOf(jsonSchema(query).properties ?? {}) : {}
    const pairs = Object.entries(asked).map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(toText(value).toWellFormed())}`,
    )
    if (chance(0.1)) pairs.push(pick(QUERIES))
    if (pairs.length === 0) return filled
    return `${filled}${filled.includes('?') ? '&' : '?'}${pairs.join('&')}`
  }

  return (endpoint, knownHere) => {
    known = knownHere
    const path = pathOf(endpoint)
    const isOdd = chance(0.15)
    if (endpoint.method === 'GET' || (!endpoint.body && !isOdd))
      return { method: endpoint.method, path, headers: {}, body: undefined }
    return {
      method: endpoint.method,
      path,
      headers: { 'content-type': chance(0.92) ? 'application/json' : pick(CONTENT_TYPES) },
      body:
        isOdd || !endpoint.body ? pick(BODIES) : JSON.stringify(valueOf(jsonSchema(endpoint.body))),
    }
  }
}

const jsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as Schema

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const TEXTS: readonly [string, ...string[]] = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'; drop table platform.members; --",
  '"',
  '\\',
  '$1',
  '${x}',
  '{{x}}',
  '%s%n%d',
  '../../etc/passwd',
  '\ud800',
  'x\udfff',
  'é\u0301\u202e\u200b',
  '👩‍👩‍👧‍👦',
  'a'.repeat(70_000),
  '9223372036854775808',
  '-1',
  '1e400',
  'NaN',
  'infinity',
  '-infinity',
  '0001-01-01',
  '294277-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  'a\r\nset-cookie: b=c',
  '*',
  'pg_catalog',
  'select pg_sleep(0)',
  'select 1; select 2',
  'public.users; truncate x',
  '(((((((((',
  '[1,2',
  '{"a":1}',
  '{}',
]

const INTEGERS: readonly [number, ...number[]] = [
  0,
  1,
  2,
  10,
  100,
  -1,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
]
const NUMBERS: readonly [number, ...number[]] = [...INTEGERS, 0.5, -0.0, 1e21, 1e308, 5e-324]

const SEGMENTS: readonly [string, ...string[]] = [
  '%',
  '%zz',
  '%00',
  '%ff',
  '%2e%2e',
  '%2f',
  ';',
  'a'.repeat(600),
]
const QUERIES: readonly [string, ...string[]] = [
  '%=%',
  'a=%ff',
  'a&a&a=1',
  '__proto__[x]=1',
  'limit=-1',
  '&&&',
  '=',
]
const CONTENT_TYPES: readonly [string, ...string[]] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/octet-stream',
  'nonsense',
]
const BODIES: readonly [string | Uint8Array<ArrayBuffer>, ...(string | Uint8Array<ArrayBuffer>)[]] =
  [
    '',
    ' ',
    'null',
    '0',
    '"text"',
    '[]',
    '{',
    '{"a":',
    '{"a":1,}',
    '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
    '['.repeat(20_000),
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    `{"a":"${'x'.repeat(2_000_000)}"}`,
    '\ufeff{}',
    new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    new Uint8Array([0, 0, 0, 0]),
  ]
