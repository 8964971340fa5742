import { safeParse } from 'zod/v4/core'
import type { Endpoint } from '@stoa/contract/endpoint'

const modules = import.meta.glob<object>(
  ['../../contract/src/{platform,services}/**/*.ts', '!**/*.test.ts'],
  { eager: true },
)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'response' in value

/** The endpoints of the contract: exported ones, and those of exported objects. */
const endpoints = Object.values(modules)
  .flatMap((module) => Object.values(module) as unknown[])
  .flatMap((value) => {
    if (isEndpoint(value)) return [value]
    return typeof value === 'object' && value !== null
      ? (Object.values(value) as unknown[]).filter(isEndpoint)
      : []
  })
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))

function patternOf({ method, path }: Endpoint): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll('.', String.raw`\.`)))
  return new RegExp(`^${method} ${parts.join('/')}$`)
}

/**
 * Throws if the contract has the operation and its response cannot be this answer, so that a test
 * fails when the server's responses change. A path without placeholders takes precedence.
 *
 * @param request `GET /platform/profile`
 */
export function requireAnswer(request: string, answer: unknown): void {
  const matching = endpoints.filter(({ pattern }) => pattern.test(request))
  const found =
    matching.find(({ endpoint }) => !endpoint.path.includes('{'))?.endpoint ?? matching[0]?.endpoint
  const problem = found && safeParse(found.response, answer).error
  if (problem)
    throw new Error(`The contract does not allow the answer to ${request}: ${problem.message}`)
}
