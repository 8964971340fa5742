import { AppError } from '../../../lib/errors.ts'
import type { ObjectStore } from '../backend/object-store.ts'

type NewContent<Staged, Committed> = {
  readonly version: string
  /** Stages the content. */
  readonly stage: () => Promise<Staged>
  /** Commits the row that refers to the version, and settles it. */
  readonly commit: (staged: Staged) => Promise<Committed>
}

/**
 * Stages and publishes content, then commits its row. Content whose row was refused is removed. If
 * it is unknown whether the row was committed, as after a lost connection, the content is kept, and
 * recovery looks for the row.
 */
export async function addContent<Staged, Committed>(
  store: Pick<ObjectStore, 'publish' | 'discard'>,
  { version, stage, commit }: NewContent<Staged, Committed>,
): Promise<Committed> {
  let staged: Staged
  try {
    staged = await stage()
    await store.publish(version)
  } catch (error) {
    await store.discard(version)
    throw error
  }
  try {
    return await commit(staged)
  } catch (error) {
    // Only Postgres itself refuses a row; every other failure leaves the outcome open.
    if (error instanceof AppError) await store.discard(version)
    throw error
  }
}
