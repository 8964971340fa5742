import { readAddress, readKind } from '../drift/reading/address.ts'
import { keyOf, type Address } from '../drift/reading/state.ts'
import { MAX_UNDONE_STATEMENTS } from './limits.ts'
import { readStatements, WordReader, type SqlStatement } from '../drift/sql-words.ts'

/** A statement of a text that creates, changes or drops an object with an editor of its own. */
export type TextChange = {
  readonly verb: 'create' | 'alter' | 'drop'
  readonly object: Address
  readonly isMaterialized: boolean
}

const EDITED: ReadonlySet<string> = new Set(['function', 'view', 'trigger', 'policy', 'type'])

/**
 * The changes of a text; undefined if a statement does something else, or two statements change the
 * same object, of which the state in between is not known.
 */
export function readTextChanges(text: string): readonly TextChange[] | undefined {
  const changes: TextChange[] = []
  const keys = new Set<string>()
  for (const statement of readStatements(text)) {
    const change = readChange(statement)
    if (change === undefined || changes.length === MAX_UNDONE_STATEMENTS) return undefined
    const key = keyOf({ ...change.object, signature: null })
    if (keys.has(key)) return undefined
    keys.add(key)
    changes.push(change)
  }
  return changes.length === 0 ? undefined : changes
}

function readChange(statement: SqlStatement): TextChange | undefined {
  const words = new WordReader(statement)
  const verb = (['create', 'alter', 'drop'] as const).find((each) => words.skip(each))
  if (verb === undefined) return undefined
  const isMaterialized = words.peek() === 'materialized'
  const kind = readKind(words)?.kind
  if (kind === undefined || !EDITED.has(kind)) return undefined
  words.skip('if', 'exists')
  const object = readAddress(kind, words)
  if (object === undefined || (verb !== 'create' && changesMore(words, verb))) return undefined
  return { verb, object, isMaterialized }
}

/** Whether a statement renames or moves its object, or drops others, too. */
function changesMore(words: WordReader, verb: 'alter' | 'drop'): boolean {
  if (verb === 'drop') return words.skipTo(',') || words.skip('cascade')
  while (!words.isAtEnd) {
    if (words.skip('rename') || words.skip('set', 'schema') || words.skip('owner')) return true
    words.take()
  }
  return false
}
