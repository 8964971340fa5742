import type { WebhookHeader } from '@stoa/contract/services/webhooks/webhooks'
import { parseHeaders } from '../../lib/parse-headers.ts'

/** Headers as lines. A value of the vault is the name of its secret in double braces. */
export const headersText = (headers: readonly WebhookHeader[]): string =>
  headers
    .map((header) =>
      'secret' in header
        ? `${header.name}: {{${header.secret}}}`
        : `${header.name}: ${header.value}`,
    )
    .join('\n')

/** The headers in a text; a string is a line that is none. */
export function readHeaders(text: string): WebhookHeader[] | string {
  const pairs = parseHeaders(text)
  if (typeof pairs === 'string') return pairs
  return pairs.map(([name, value]) => {
    const [, secret] = /^\{\{\s*(\S(?:.*\S)?)\s*\}\}$/.exec(value) ?? []
    return secret === undefined ? { name, value } : { name, secret }
  })
}
