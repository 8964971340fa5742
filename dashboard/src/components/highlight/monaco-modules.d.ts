/** Declarations for parts of the code editor that ship without types. */
declare module 'monaco-editor/esm/vs/editor/standalone/common/monarch/monarchCompile.js' {
  export function compile(languageId: string, grammar: unknown): unknown
}

declare module 'monaco-editor/esm/vs/editor/standalone/common/monarch/monarchLexer.js' {
  type Token = { readonly offset: number; readonly type: string }
  type State = { readonly kind: unique symbol }

  /** Tokenizes a text line by line; each line starts in the state the previous one ended in. */
  export class MonarchTokenizer {
    constructor(
      languages: { isRegisteredLanguageId: (id: string) => boolean },
      theme: null,
      languageId: string,
      lexer: unknown,
      configuration: {
        getValue: () => number
        onDidChangeConfiguration: () => { dispose: () => void }
      },
    )
    getInitialState(): State
    tokenize(
      line: string,
      hasEndOfLine: boolean,
      state: State,
    ): { readonly tokens: readonly Token[]; readonly endState: State }
  }
}

declare module 'monaco-editor/esm/vs/basic-languages/javascript/javascript.js' {
  export const language: unknown
}

declare module 'monaco-editor/esm/vs/basic-languages/python/python.js' {
  export const language: unknown
}

declare module 'monaco-editor/esm/vs/basic-languages/shell/shell.js' {
  export const language: unknown
}

declare module 'monaco-editor/esm/vs/basic-languages/go/go.js' {
  export const language: unknown
}

declare module 'monaco-editor/esm/vs/basic-languages/pgsql/pgsql.js' {
  export const language: unknown
}

declare module 'monaco-editor/esm/vs/basic-languages/swift/swift.js' {
  export const language: unknown
}

declare module 'monaco-editor/esm/vs/basic-languages/typescript/typescript.js' {
  export const language: unknown
}
