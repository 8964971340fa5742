/** The operations that a policy of storage can allow, as Postgres names them. */
export const OPERATIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type Operation = (typeof OPERATIONS)[number]

/** The storage tables that have policies. */
export type StorageTable = 'objects' | 'buckets'

type ClientCall = { name: string; needs: readonly Operation[] }

/** The calls of the client libraries, with the operations that policies must allow for each. */
export const CLIENT_CALLS: Readonly<Record<StorageTable, readonly ClientCall[]>> = {
  objects: [
    { name: 'download', needs: ['SELECT'] },
    { name: 'list', needs: ['SELECT'] },
    { name: 'info', needs: ['SELECT'] },
    { name: 'exists', needs: ['SELECT'] },
    { name: 'createSignedUrl', needs: ['SELECT'] },
    { name: 'createSignedUrls', needs: ['SELECT'] },
    { name: 'upload', needs: ['INSERT'] },
    { name: 'createSignedUploadUrl', needs: ['INSERT'] },
    { name: 'copy', needs: ['SELECT', 'INSERT'] },
    { name: 'move', needs: ['SELECT', 'UPDATE'] },
    { name: 'update', needs: ['SELECT', 'INSERT', 'UPDATE'] },
    { name: 'upload with upsert', needs: ['SELECT', 'INSERT', 'UPDATE'] },
    { name: 'remove', needs: ['SELECT', 'DELETE'] },
  ],
  buckets: [
    { name: 'listBuckets', needs: ['SELECT'] },
    { name: 'getBucket', needs: ['SELECT'] },
    { name: 'createBucket', needs: ['INSERT'] },
    { name: 'updateBucket', needs: ['SELECT', 'UPDATE'] },
    { name: 'deleteBucket', needs: ['SELECT', 'DELETE'] },
  ],
}

/** The calls that are allowed if policies allow these operations. */
export const allowedCalls = (table: StorageTable, operations: readonly Operation[]): string[] =>
  CLIENT_CALLS[table]
    .filter(({ needs }) => needs.every((operation) => operations.includes(operation)))
    .map(({ name }) => name)
