import type { Notice } from '@stoa/contract/services/meta/query'
import type { Client } from 'pg'

/** Maximum notices per run, and maximum characters per notice. */
const MAX_NOTICES = 200
const MAX_LENGTH = 10_000

/**
 * Collects a connection's notices from now on, and returns and forgets them when called; those beyond
 * the maximum are only counted.
 */
export function collectNotices(client: Client): () => Notice[] {
  let kept: Notice[] = []
  let dropped = 0
  client.on('notice', ({ severity, message, detail, hint }) => {
    if (kept.length === MAX_NOTICES) {
      dropped += 1
      return
    }
    const text = [message, detail && `DETAIL: ${detail}`, hint && `HINT: ${hint}`]
    kept.push({
      severity: severity ?? 'NOTICE',
      message: text.filter(Boolean).join('\n').slice(0, MAX_LENGTH),
    })
  })
  return () => {
    const notices: Notice[] =
      dropped === 0
        ? kept
        : [...kept, { severity: 'INFO', message: `${dropped} more notices are not shown.` }]
    kept = []
    dropped = 0
    return notices
  }
}
