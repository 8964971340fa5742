import { z } from 'zod'
import type { LongText, TextRow } from '../../../postgres/database.ts'
import type { Plan } from '../plan/plan.ts'
import { refusal, singularity } from '../errors.ts'
import { parseJson } from '../request/body.ts'
import { percentEncode } from '../request/query-params.ts'
import { unsatisfiable } from '../request/range.ts'
import type { RenderedResponse } from './rendered-response.ts'
import { renderError } from './errors.ts'
import { withLongBody } from './long-body.ts'
import { onWire, ownHeaders } from './own-headers.ts'
import { preferenceApplied } from './preference-applied.ts'

/** The input of a response: the statement's row, and the planner's estimate if requested. */
export type Outcome = {
  readonly row: TextRow
  readonly estimate: number | undefined
  /** The body, if it was too long for the row. */
  readonly long?: LongText | undefined
}
export type Responder = (outcome: Outcome) => RenderedResponse

type ResponderOptions = {
  /** Returned in `Content-Profile` if the client chose a schema or could have. */
  readonly profile: string | undefined
  /** The relation and its parameters, sorted. */
  readonly contentLocation: string
  /** Whether the request may choose how its transaction ends. */
  readonly mayChooseEnd: boolean
}

/**
 * The maximum length of Content-Location, in characters. Clients reject headers longer than 16 KB,
 * Node's `fetch` among them, so a long URL is not returned.
 */
const MAX_LOCATION = 8192

/** The request headers that determine a response, for caches. */
export const VARY = 'Accept, Prefer, Range'

/** Prepares the parts that all responses of a plan share. The responder throws PGRST116. */
export function createResponder(plan: Plan, options: ResponderOptions): Responder {
  const applied = preferenceApplied(plan, options.mayChooseEnd)
  const common: Record<string, string> = {
    vary: VARY,
    ...(applied !== undefined && { 'preference-applied': applied }),
  }
  const typed = {
    ...common,
    'content-type': plan.media.contentType,
    ...(options.profile !== undefined && { 'content-profile': onWire(options.profile) ?? '' }),
  }
  const respond = respondTo(plan, { common, typed, contentLocation: options.contentLocation })
  const isHex = isBinary(plan) && !plan.media.explain
  return (outcome) => {
    const { long } = outcome
    if (long) return withLongBody(() => override(respond(outcome), outcome.row), long, isHex)
    const answer = override(respond(outcome), outcome.row)
    if (!isHex || typeof answer.body !== 'string' || answer.body === '') return answer
    return { ...answer, body: Buffer.from(answer.body, 'hex') }
  }
}

const isBinary = ({ media }: Plan): boolean => 'isBinary' in media.body && media.body.isBinary

type Prepared = {
  readonly common: Readonly<Record<string, string>>
  /** The headers of a response with a body. */
  readonly typed: Readonly<Record<string, string>>
  readonly contentLocation: string
}

function respondTo(plan: Plan, prepared: Prepared): Responder {
  if (plan.media.explain) {
    // No preference was applied, because nothing was done.
    const { 'preference-applied': _, ...headers } = prepared.typed
    return ({ row }) => ({ status: 200, headers, body: row[1] ?? '' })
  }
  if (plan.kind === 'read') return respondToRead(plan, prepared)
  if (plan.kind === 'call') return respondToCall(plan, prepared)
  return respondToWrite(plan, prepared)
}

function respondToRead(
  plan: Extract<Plan, { kind: 'read' }>,
  { typed, contentLocation }: Prepared,
): Responder {
  const isObject = plan.media.body.kind === 'object'
  const { offset } = plan.read
  const withLocation =
    contentLocation.length > MAX_LOCATION
      ? typed
      : { ...typed, 'content-location': contentLocation }
  return ({ row, estimate }) => {
    const page = Number(row[0])
    const total = totalOf(plan, numberOrNone(row[4]), estimate)
    if (total !== undefined && offset > total) return beyond(offset, total)
    const { status, contentRange } = rangeOf(offset, page, total)
    if (isObject && page !== 1) throw singularity(page)
    return {
      status,
      headers: { 'content-range': contentRange, ...withLocation },
      body: row[1] ?? '',
    }
  }
}

function totalOf(
  plan: Extract<Plan, { kind: 'read' }>,
  counted: number | undefined,
  estimate: number | undefined,
): number | undefined {
  if (plan.preferences.count === 'planned') return estimate
  if (plan.preferences.count !== 'estimated' || counted === undefined) return counted
  // Counting stopped one row after the maximum of one response.
  return counted <= plan.maxRows ? counted : Math.max(counted, estimate ?? 0)
}

function respondToCall(
  plan: Extract<Plan, { kind: 'call' }>,
  { common, typed }: Prepared,
): Responder {
  const isVoid = plan.call.routine.returns === 'void'
  const isObject = plan.media.body.kind === 'object'
  const { offset } = plan.read
  return ({ row }) => {
    const page = Number(row[0])
    const total = numberOrNone(row[4])
    if (total !== undefined && offset > total) return beyond(offset, total)
    const { status, contentRange } = rangeOf(offset, page, total)
    if (isVoid)
      return { status: 204, headers: { 'content-range': contentRange, ...common }, body: '' }
    if (isObject && page !== 1) throw singularity(page)
    return { status, headers: { 'content-range': contentRange, ...typed }, body: row[1] ?? '' }
  }
}

function respondToWrite(
  plan: Extract<Plan, { kind: 'write' }>,
  { common, typed }: Prepared,
): Responder {
  const { preferences, write, isPut } = plan
  const isAnswered = preferences.representation === 'representation'
  const isCounted = preferences.count === 'exact' || preferences.count === 'estimated'
  const isMerging = write.kind === 'insert' && write.conflict?.isMerged === true
  const headers = isAnswered ? typed : common
  const doneStatus = isAnswered ? 200 : 204
  return ({ row }) => {
    const count = Number(row[0])
    const total = isCounted ? count : undefined
    const body = row[1] ?? ''
    const inserted = numberOrNone(row[6])
    const hasInserted = inserted === undefined || inserted > 0
    if (isPut) {
      if (Number(row[4]) !== 1)
        throw refusal('PGRST115', 'Payload values do not match URL in primary key column(s)', {
          status: 400,
        })
      const status = hasInserted ? 201 : 200
      return { status: isAnswered ? status : 204, headers, body }
    }
    if (write.kind === 'insert') {
      const location = locationOf(write.into.name, row[7] ?? null)
      return {
        status: hasInserted || !isMerging ? 201 : 200,
        headers: {
          'content-range': `*/${total ?? '*'}`,
          ...(location !== undefined && { location }),
          ...headers,
        },
        body,
      }
    }
    const first = write.kind === 'update' && count > 0 ? `0-${count - 1}` : '*'
    return {
      status: doneStatus,
      headers: { 'content-range': `${first}/${total ?? '*'}`, ...headers },
      body,
    }
  }
}

const numberOrNone = (text: string | null | undefined) => (text == null ? undefined : Number(text))

function rangeOf(offset: number, page: number, total: number | undefined) {
  const rows = page === 0 || total === 0 ? '*' : `${offset}-${offset + page - 1}`
  const contentRange = `${rows}/${total ?? '*'}`
  if (total === undefined) return { status: 200, contentRange }
  return { status: page < total ? 206 : 200, contentRange }
}

/** The error for an offset past the last row, with the number of rows. */
function beyond(offset: number, total: number): RenderedResponse {
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`
  const { status, headers, body } = renderError(unsatisfiable(details), undefined)
  return { status, headers: { ...headers, 'content-range': `*/${total}` }, body }
}

function locationOf(name: string, key: string | null): string | undefined {
  if (key === null) return undefined
  const pairs = Object.entries(Key.parse(parseJson(key))).map(([column, value]) => {
    const condition = value === null ? 'is.null' : `eq.${value}`
    return `${percentEncode(column)}=${percentEncode(condition)}`
  })
  return `/${encodeURIComponent(name)}?${pairs.join('&')}`
}
const Key = z.record(z.string(), z.string().nullable())
const HeaderList = z.array(
  z.record(z.string(), z.string()).refine((header) => Object.keys(header).length === 1),
)

/** Applies what functions and triggers set in `response.headers` and `response.status`. */
function override(answer: RenderedResponse, row: TextRow): RenderedResponse {
  // A setting from an earlier transaction of the connection reads as an empty text.
  const [, , given, status] = row
  if (!given && !status) return answer
  const headers = { ...answer.headers, ...(given && parseHeaders(given)) }
  const code = status ? Number(/^\d+/.exec(status)?.[0]) : answer.status
  if (!Number.isInteger(code) || code < 200 || code > 599)
    throw refusal('PGRST112', 'response.status guc must be a valid status code', { status: 500 })
  return { status: code, headers, body: answer.body }
}

function parseHeaders(text: string): RenderedResponse['headers'] {
  const given = headersOf(text)
  if (given) return given
  throw refusal(
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    { status: 500 },
  )
}

function headersOf(text: string) {
  try {
    return ownHeaders(HeaderList.parse(parseJson(text)).flatMap((each) => Object.entries(each)))
  } catch {
    return undefined
  }
}
