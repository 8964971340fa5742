import type { SecretBox } from '../../lib/secret-box.ts'
import type { ServiceSession, Session } from '../../postgres/database.ts'
import type { Within } from '../../postgres/within.ts'
import { readKeyState, type KeyState, type KeyStateDeps } from './key-state.ts'
import { countKeyChange } from './queries.ts'

/** The parts that changes of keys share. */
export type KeyChanges = {
  readonly deps: KeyStateDeps
  readonly box: SecretBox
  readonly session: () => ServiceSession
  readonly now: () => Date
  /** Called after each change, with the new keys. */
  readonly changed: (ref: string, state: KeyState) => void
}

/** A change of one project's keys, and further writes in the same transaction. */
export type KeyChange<T> = {
  readonly work: (tx: Session, state: KeyState) => Promise<T>
  readonly within: Within<T> | undefined
}

/** Reads a project's keys, and keeps others from changing them until the end of the transaction. */
export async function lockKeys(
  { deps }: Pick<KeyChanges, 'deps'>,
  tx: Session,
  ref: string,
): Promise<KeyState> {
  const state = await readKeyState(deps, tx, { ref, mode: 'lock' })
  if (state === 'not_adopted') throw new Error('A locked project was not adopted')
  return state
}

export async function readKeys(keys: KeyChanges, ref: string): Promise<KeyState> {
  const { deps, session } = keys
  const state = await readKeyState(deps, session(), { ref, mode: 'read' })
  if (state !== 'not_adopted') return state
  return session().transaction((tx) => lockKeys(keys, tx, ref))
}

/** Changes run one at a time, each in one transaction; resolves with the cache up to date. */
export async function changeKeys<T>(
  keys: KeyChanges,
  ref: string,
  { work, within }: KeyChange<T>,
): Promise<T> {
  const { result, state } = await keys.session().transaction(async (tx) => {
    const made = await work(tx, await lockKeys(keys, tx, ref))
    await within?.(tx, made)
    await countKeyChange(tx, ref)
    return { result: made, state: await lockKeys(keys, tx, ref) }
  })
  keys.changed(ref, state)
  return result
}
