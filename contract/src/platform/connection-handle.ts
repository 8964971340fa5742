/** The header for a member's connection handle, which database-metadata requests send. */
export const CONNECTION_HANDLE = 'x-connection-encrypted'

/** Paths of database metadata: the platform's own, and those in postgres-meta's format. */
const METADATA_PREFIXES = ['/platform/meta/', '/platform/pg-meta/']

/** Whether a request for this path needs a connection handle. */
export const isDatabaseMetadata = (path: string): boolean =>
  METADATA_PREFIXES.some((prefix) => path.startsWith(prefix))
