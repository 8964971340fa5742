import { SQL_STATE, type Refusal } from './error-response.ts'
import type { Startup } from './startup-message.ts'

export type Route =
  | {
      readonly state: 'routed'
      readonly ref: string
      /**
       * The identifier of a read replica, or the ref with `-pooler`; undefined for the primary.
       */
      readonly target: string | undefined
      readonly role: string
      /** The client's message with the plain role as its user, and without the option `reference`. */
      readonly startup: Startup
    }
  | { readonly state: 'refused'; readonly refusal: Refusal }

/** A project, one of its read replicas, or its pooler. */
const REF = /^([a-z]{20}|default)(?:-rr-[a-z0-9-]{1,50}|-pooler)?$/
const ROLE_AND_REF = /^(.*)\.((?:[a-z]{20}|default)(?:-rr-[a-z0-9-]{1,50}|-pooler)?)$/s

/** Whether the target beside a project is its pooler. */
export const isPooler = (target: string | undefined): boolean =>
  target?.endsWith('-pooler') === true

/**
 * Finds the project of a start-up message by the user `<role>.<ref>`, otherwise by the option
 * `reference=<ref>`, otherwise by the TLS server name `<ref>.…` or `db.<ref>.…`. The identifier of a
 * read replica, or the ref with `-pooler`, can be in the place of the ref. Roles in `deniedRoles` are refused before a project is
 * opened.
 */
export function findRoute(
  startup: Startup,
  serverName: string | undefined,
  deniedRoles: ReadonlySet<string>,
): Route {
  const user = startup.parameters.get('user') ?? ''
  const named = ROLE_AND_REF.exec(user)
  const options = takeReference(startup.parameters.get('options') ?? '')
  const role = named?.[1] ?? user
  if (role === '')
    return refuse(SQL_STATE.invalidAuthorization, 'no user name in the connection', {
      hint: 'Use a user name of the form postgres.<ref>.',
    })
  if (deniedRoles.has(role))
    return refuse(
      SQL_STATE.invalidAuthorization,
      `role "${role}" is not permitted to log in from outside`,
      {
        detail: "The role is reserved for the project's services.",
        hint: 'Sign in as postgres.<ref>, or as a role you created.',
      },
    )
  const place = named?.[2] ?? options.reference ?? referenceIn(serverName)
  const ref = REF.exec(place ?? '')?.[1]
  if (ref === undefined)
    return refuse(SQL_STATE.rejected, 'the connection does not specify a project', {
      detail: `The user is "${asText(user)}".`,
      hint: 'Use the user name postgres.<ref>, where <ref> is the 20 letters of the project\'s reference, or add "options=reference=<ref>" to the connection string.',
    })
  const parameters = new Map(startup.parameters)
  parameters.set('user', role)
  // libpq and other clients send the user name as the database if none is given.
  if (parameters.get('database') === user) parameters.set('database', role)
  if (options.rest === '') parameters.delete('options')
  if (options.rest !== '') parameters.set('options', options.rest)
  const target = place === ref ? undefined : place
  return { state: 'routed', ref, target, role, startup: { minor: startup.minor, parameters } }
}

/**
 * Removes `reference=<ref>`, `-c reference=<ref>` and `--reference=<ref>` from the parameter
 * `options`. White space separates its words, and a backslash escapes white space.
 */
function takeReference(options: string): { reference: string | undefined; rest: string } {
  const rest: string[] = []
  let reference: string | undefined
  const words = options.match(/(?:\\.|[^\s\\])+|\\$/gs) ?? []
  for (const [index, word] of words.entries()) {
    const found = /^(?:-c|--)?reference=(.*)$/s.exec(word)?.[1]
    if (found === undefined) {
      rest.push(word)
      continue
    }
    reference = found
    if (words[index - 1] === '-c' && word.startsWith('reference=')) rest.pop()
  }
  return { reference, rest: reference === undefined ? options : rest.join(' ') }
}

function referenceIn(serverName: string | undefined): string | undefined {
  // Supabase's direct address of a database is `db.<ref>.…`.
  const name = (serverName ?? '').toLowerCase().replace(/^db\./, '')
  const [label, ...domain] = name.split('.')
  return label !== undefined && domain.length > 0 && REF.test(label) ? label : undefined
}

const asText = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

const refuse = (
  sqlState: string,
  message: string,
  more: { detail?: string; hint: string },
): Route => ({ state: 'refused', refusal: { sqlState, message, ...more } })
