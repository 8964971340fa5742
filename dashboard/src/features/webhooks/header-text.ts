import type { WebhookHeader } from '@stoa/contract/services/webhooks/webhooks'
import { parseHeaders } from '../../lib/parse-headers.ts'

/** Headers as lines. A value from the vault is written as the secret's name in double braces. */
export const headersText = (headers: readonly WebhookHeader[]): string =>
  headers
    .map((header) =>
      'secret' in header
        ? `${header.name}: {{${header.secret}}}`
        : `${header.name}: ${header.value}`,
    )
    .join('\n')

/** Parses headers; a string is an invalid line. */
export function readHeaders(text: string): WebhookHeader[] | string {
  const pairs = parseHeaders(text)
  if (typeof pairs === 'string') return pairs
  return pairs.map(([name, value]) => {
    const [, secret] = /^\{\{\s*(\S(?:.*\S)?)\s*\}\}$/.exec(value) ?? []
    return secret === undefined ? { name, value } : { name, secret }
  })
}
