/** True only for an absolute http or https URL (SPEC 5). */
export function isValidUrl(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** True for a connection string that a Postgres client would accept. */
export function isPostgresUrl(text: string): boolean {
  try {
    const url = new URL(text)
    return ['postgres:', 'postgresql:'].includes(url.protocol) && url.hostname !== ''
  } catch {
    return false
  }
}
