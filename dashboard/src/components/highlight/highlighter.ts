import { language as go } from 'monaco-editor/esm/vs/basic-languages/go/go.js'
import { language as javascript } from 'monaco-editor/esm/vs/basic-languages/javascript/javascript.js'
import { language as pgsql } from 'monaco-editor/esm/vs/basic-languages/pgsql/pgsql.js'
import { language as python } from 'monaco-editor/esm/vs/basic-languages/python/python.js'
import { language as shell } from 'monaco-editor/esm/vs/basic-languages/shell/shell.js'
import { language as swift } from 'monaco-editor/esm/vs/basic-languages/swift/swift.js'
import { language as typescript } from 'monaco-editor/esm/vs/basic-languages/typescript/typescript.js'
import { compile } from 'monaco-editor/esm/vs/editor/standalone/common/monarch/monarchCompile.js'
import { MonarchTokenizer } from 'monaco-editor/esm/vs/editor/standalone/common/monarch/monarchLexer.js'
import { sqlGrammar, vocabularyOf } from '../sql-editor/sql-grammar.ts'

export type CodeLanguage = keyof typeof GRAMMARS

/** A span of code of one kind, such as `keyword` or `string`; empty for uncolored text. */
export type CodePart = { readonly kind: string; readonly text: string }

/** Splits code into parts; joining their texts gives back the original code. */
export type Highlight = (code: string, language: CodeLanguage) => readonly CodePart[]

const LONGEST_LINE = 20_000

const GRAMMARS = {
  go,
  javascript,
  python,
  shell,
  sql: sqlGrammar(vocabularyOf(pgsql)),
  swift,
  typescript,
}

/** Tokenizes code with the code editor's grammars, without loading the editor itself. */
export function createHighlighter(): Highlight {
  const tokenizers = new Map<CodeLanguage, MonarchTokenizer>()
  return (code, language) => {
    const tokenizer = tokenizers.get(language) ?? tokenizerOf(language, GRAMMARS[language])
    tokenizers.set(language, tokenizer)
    let state = tokenizer.getInitialState()
    const parts: CodePart[] = []
    const add = (part: CodePart) => {
      const last = parts.at(-1)
      // The quotation marks of a string are merged with it into one part.
      if (last?.kind !== part.kind) parts.push(part)
      else parts[parts.length - 1] = { kind: part.kind, text: last.text + part.text }
    }
    for (const [place, line] of code.split('\n').entries()) {
      if (place > 0) add({ kind: '', text: '\n' })
      const { tokens, endState } = tokenizer.tokenize(line, true, state)
      state = endState
      for (const [index, { offset, type }] of tokens.entries())
        add({
          // After a period, a word is a member name even if it is a keyword: `.from()`, `.in()`.
          kind: line[offset - 1] === '.' ? '' : (type.split('.')[0] ?? ''),
          text: line.slice(offset, tokens[index + 1]?.offset),
        })
    }
    return parts
  }
}

const tokenizerOf = (id: string, grammar: unknown) =>
  new MonarchTokenizer({ isRegisteredLanguageId: () => true }, null, id, compile(id, grammar), {
    getValue: () => LONGEST_LINE,
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
  })
