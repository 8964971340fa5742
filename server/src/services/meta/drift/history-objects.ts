import { applyAlter } from './reading/alter.ts'
import { applyCreate } from './reading/create.ts'
import { applyDrop } from './reading/drop.ts'
import type { HistoryObject, State } from './reading/state.ts'
import { readStatements, WordReader } from './sql-words.ts'

/** The objects that a history leaves, by their keys, and the statements that could not be read. */
export type HistoryObjects = {
  readonly objects: ReadonlyMap<string, HistoryObject>
  /** Blocks of code, whose effect is not known without running them. */
  readonly blocks: number
  /** The keys of tables whose columns come from elsewhere, such as a query. */
  readonly copiedTables: ReadonlySet<string>
}

const STATEMENTS_PER_TURN = 200

/** Yields between its slices, because a history can be long. 409 `history_too_large`. */
export function* readHistoryObjects(
  migrations: readonly { readonly version: string; readonly statements: readonly string[] }[],
): Generator<void, HistoryObjects> {
  const state: State = {
    objects: new Map(),
    copiedTables: new Set(),
    blocks: 0,
    version: '',
    objectsRead: 0,
  }
  let count = 0
  for (const { version, statements } of migrations) {
    state.version = version
    for (const text of statements)
      for (const statement of readStatements(text)) {
        applyStatement(state, new WordReader(statement))
        count += 1
        if (count % STATEMENTS_PER_TURN === 0) yield
      }
  }
  return state
}

function applyStatement(state: State, words: WordReader): void {
  if (words.skip('create')) applyCreate(state, words)
  else if (words.skip('drop')) applyDrop(state, words)
  else if (words.skip('alter')) applyAlter(state, words)
  else if (words.skip('do')) state.blocks += 1
}
