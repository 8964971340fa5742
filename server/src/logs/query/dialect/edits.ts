import type { Token } from './lexer.ts'

/** Changes of single tokens, collected before they are applied together. */
export type Edits = {
  /** Replaces a token by text; empty text removes it. */
  replace(index: number, text: string): void
  remove(from: number, to: number): void
  insertAfter(index: number, text: string): void
  /** The tokens after all changes; a removed token is gone. */
  apply(): readonly Token[]
}

export function createEdits(tokens: readonly Token[]): Edits {
  const replaced = new Map<number, string>()
  const inserted = new Map<number, string>()
  return {
    replace: (index, text) => void replaced.set(index, text),
    remove(from, to) {
      for (let index = from; index <= to; index++) replaced.set(index, '')
    },
    insertAfter: (index, text) => void inserted.set(index, (inserted.get(index) ?? '') + text),
    apply: () =>
      tokens.flatMap((token, index) => {
        const text = replaced.get(index)
        const kept = text === undefined ? [token] : written(token, text)
        const added = inserted.get(index)
        return added === undefined ? kept : [...kept, ...written(token, added)]
      }),
  }
}

/** Text of the rewriter's own, which no later step looks into. */
const written = ({ start }: Token, text: string): readonly Token[] =>
  text === '' ? [] : [{ kind: 'name', text, value: text, start, isApart: true }]
