import type { CronCall } from '@stoa/contract/services/cron/jobs'
import { parseHeaders } from '../../lib/parse-headers.ts'

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

/** The call that the fields describe. Undefined for SQL, and while something is missing. */
export function callOf({ kind, routine, request, edge }: CommandDraft): CronCall | undefined {
  switch (kind) {
    case 'sql':
      return undefined
    case 'routine': {
      if (!routine.chosen) return undefined
      const { name, kind: routineKind } = routine.chosen
      return { kind, schema: routine.schema, name, is_procedure: routineKind === 'procedure' }
    }
    case 'edge': {
      const { slug, secret, body } = edge
      if (slug === '' || !isJson(body)) return undefined
      return { kind: 'edge_function', slug, secret: secret || null, body: body.trim() }
    }
    case 'request': {
      const { method, url, body } = request
      const headers = parseHeaders(request.headers)
      if (!isWebUrl(url) || !isJson(body) || typeof headers === 'string') return undefined
      return { kind, method, url, headers: Object.fromEntries(headers), body: body.trim() }
    }
  }
}

/** The command to send: SQL, or the call that the server writes as SQL. */
export const commandOf = (draft: CommandDraft): string | CronCall | undefined =>
  draft.kind === 'sql' ? draft.sql : callOf(draft)

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
