/** The header with a member's connection handle, which database-metadata requests carry. */
export const CONNECTION_HANDLE = 'x-connection-encrypted'

/** Paths of database metadata: the platform's own, and postgres-meta's where its shapes are served. */
const METADATA_PREFIXES = ['/platform/meta/', '/platform/pg-meta/']

/** Whether a request for this path needs a connection handle. */
export const isDatabaseMetadata = (path: string): boolean =>
  METADATA_PREFIXES.some((prefix) => path.startsWith(prefix))
