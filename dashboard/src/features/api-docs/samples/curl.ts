import { queryText, restName, shellArgument, type Example } from './literals.ts'
import type { Operation, SampleFilter, Target } from './operation.ts'

export type CurlTarget = Target & {
  /** The base URL of the project's API, without a trailing slash. */
  readonly url: string
  readonly key: string
}

type Request = {
  readonly method?: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  readonly body?: Example
}

/** Writes a request as a curl command for a POSIX shell. */
export function curlSample(operation: Operation, target: CurlTarget): string {
  const { method, path, query = [], headers = [], body } = requestOf(operation)
  const { schema } = operation
  const profile = method === undefined ? 'Accept-Profile' : 'Content-Profile'
  const search = query.length === 0 ? '' : `?${query.join('&')}`
  return curlCommand({
    ...(method && { method }),
    url: `${target.url}/rest/v1/${path}${search}`,
    headers: [
      `apikey: ${target.key}`,
      ...(schema === target.defaultSchema ? [] : [`${profile}: ${schema}`]),
      ...headers,
    ],
    ...(body !== undefined && { body }),
  })
}

/** A curl command with one header per line and a JSON body. */
export function curlCommand({
  method,
  url,
  headers,
  body,
}: {
  method?: string
  url: string
  headers: readonly string[]
  body?: Example
}): string {
  const json = body === undefined ? [] : ['Content-Type: application/json']
  return [
    `curl ${method === undefined ? '' : `-X ${method} `}${shellArgument(url)}`,
    ...[...headers, ...json].map((header) => `-H ${shellArgument(header)}`),
    ...(body === undefined ? [] : [`-d ${shellArgument(jsonText(body))}`]),
  ].join(' \\\n  ')
}

function requestOf(operation: Operation): Request {
  if (operation.kind === 'call') {
    const path = `rpc/${encodeURIComponent(operation.name)}`
    return { method: 'POST', path, body: operation.input }
  }
  const path = encodeURIComponent(operation.table)
  const returned = ['Prefer: return=representation']
  if (operation.kind === 'select') {
    const { select, filters = [], order, range, isCounted } = operation
    return {
      path,
      query: [
        `select=${queryText(select.join(','))}`,
        ...filters.map(filterText),
        ...(order
          ? [`order=${queryText(restName(order.column))}${order.isDescending ? '.desc' : ''}`]
          : []),
        ...(range ? [`offset=${range[0]}`, `limit=${range[1] - range[0] + 1}`] : []),
      ],
      ...(isCounted && { headers: ['Prefer: count=exact'] }),
    }
  }
  if (operation.kind === 'update') {
    const query = operation.filters.map(filterText)
    return { method: 'PATCH', path, query, headers: returned, body: operation.values }
  }
  if (operation.kind === 'delete')
    return { method: 'DELETE', path, query: operation.filters.map(filterText) }
  const merges = operation.kind === 'upsert' ? ['Prefer: resolution=merge-duplicates'] : []
  return { method: 'POST', path, headers: [...merges, ...returned], body: operation.rows }
}

function filterText({ column, operator, value }: SampleFilter): string {
  const list = (values: readonly Example[]) => `(${values.map(listItem).join(',')})`
  const text = Array.isArray(value) ? list(value) : plainText(value)
  return `${queryText(restName(column))}=${operator}.${queryText(text)}`
}

const listItem = (value: Example): string => {
  const text = plainText(value)
  return /[,()"\\\s]/.test(text)
    ? `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : text
}

const plainText = (value: Example): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const LONGEST_LINE = 60

/** Writes the value on one line if it is short enough. */
function jsonText(value: Example): string {
  const line = JSON.stringify(value)
  return line.length <= LONGEST_LINE ? line : JSON.stringify(value, null, 2)
}
