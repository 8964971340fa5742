import { isRecord } from '../../client/http.ts'

/** The database of the chats in this browser (SPEC 9). */
export const CHAT_DATABASE = 'ai-assistant-db'
const VERSION = 1
const STORE = 'states'

/** The kept states of all projects, by their refs. Rejects if the browser refuses to store them. */
export type ChatDatabase = {
  /** The state as it was stored, whatever shape it has. */
  read: (projectRef: string) => Promise<unknown>
  /** Replaces a state by what `change` makes of the stored one, so that two tabs don't undo each other. */
  update: (projectRef: string, change: (stored: unknown) => object) => Promise<void>
}

/** States of another account in the same browser count as absent. */
export function createChatDatabase(owner: string | undefined): ChatDatabase {
  const ofOwner = (record: unknown) =>
    isRecord(record) && record['owner'] === owner ? record : undefined
  return {
    read: (projectRef) =>
      within('readonly', async (store) => ofOwner(await settled<unknown>(store.get(projectRef)))),
    update: (projectRef, change) =>
      within('readwrite', async (store) => {
        const stored = ofOwner(await settled<unknown>(store.get(projectRef)))
        await settled(store.put({ ...change(stored), owner, projectRef }))
      }),
  }
}

/** Removes the chats of all projects from this browser. */
export async function forgetChats(): Promise<void> {
  try {
    await settled(indexedDB.deleteDatabase(CHAT_DATABASE))
  } catch (error) {
    // oxlint-disable-next-line no-console -- SPEC 8: storage failures are only logged to the console
    console.error('Failed to clear the chats of the assistant', error)
  }
}

async function within<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(CHAT_DATABASE, VERSION)
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore(STORE, { keyPath: 'projectRef' }),
  )
  const database = await settled(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), endOf(transaction)])
    return result
  } finally {
    database.close()
  }
}

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser refused the request')),
    )
  })

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The transaction was aborted')),
    )
  })
