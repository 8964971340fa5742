/** Splits a comment into its first line and the rest, without the blank lines between them. */
export function splitComment(comment: string | null | undefined): {
  readonly summary?: string
  readonly description?: string
} {
  if (comment == null) return {}
  const end = comment.indexOf('\n')
  if (end < 0) return { summary: comment }
  const description = comment.slice(end).replace(/^\n+/, '')
  const summary = comment.slice(0, end)
  return description === '' ? { summary } : { summary, description }
}
