import { parseHeaders } from '../../lib/parse-headers.ts'
import { edgeFunctionCommand, requestCommand, routineCommand } from './commands.ts'

export type CommandKind = 'sql' | 'routine' | 'request' | 'edge'

/** The command of a job as it is typed, in every form of input. */
export type CommandDraft = {
  readonly kind: CommandKind
  readonly sql: string
  readonly routine: {
    readonly schema: string
    readonly chosen?: { readonly id: number; readonly name: string; readonly kind: string }
  }
  readonly request: {
    readonly method: 'GET' | 'POST'
    readonly url: string
    readonly headers: string
    readonly body: string
  }
  readonly edge: { readonly slug: string; readonly secret: string; readonly body: string }
}

/** An empty command, or a call of an edge function. */
export const newCommand = (edgeFunction: string | undefined): CommandDraft => ({
  kind: edgeFunction === undefined ? 'sql' : 'edge',
  sql: '',
  routine: { schema: 'public' },
  request: { method: 'POST', url: '', headers: 'Content-Type: application/json', body: '' },
  edge: { slug: edgeFunction ?? '', secret: '', body: '' },
})

const TIMEOUT_MS = 5000

/** The SQL that the job runs; empty while something is missing. */
export function commandSql(draft: CommandDraft, apiUrl: string | undefined): string {
  const { kind, routine, request, edge } = draft
  if (kind === 'sql') return draft.sql
  if (kind === 'routine')
    return routine.chosen ? routineCommand({ schema: routine.schema, ...routine.chosen }) : ''
  if (kind === 'edge') {
    if (edge.slug === '' || apiUrl === undefined || !isJson(edge.body)) return ''
    const url = `${apiUrl}/functions/v1/${edge.slug}`
    return edgeFunctionCommand({ ...edge, url, timeoutMs: TIMEOUT_MS })
  }
  const headers = parseHeaders(request.headers)
  if (!isWebUrl(request.url) || !isJson(request.body) || typeof headers === 'string') return ''
  return requestCommand({ ...request, headers, timeoutMs: TIMEOUT_MS })
}

export const isWebUrl = (text: string) => /^https?:\/\/./.test(text) && URL.canParse(text)

export function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
