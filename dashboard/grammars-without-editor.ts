import type { Plugin } from 'vite'

/**
 * Gives the code editor's grammars the one thing they take from the editor, names for how a line is
 * indented, and not the editor: samples are coloured without its three megabytes.
 */
export function grammarsWithoutEditor(): Plugin {
  const grammar = /monaco-editor\/esm\/vs\/basic-languages\/(?:python|typescript|javascript)\//
  const names = '\0grammar-names'
  return {
    name: 'grammars-without-editor',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer !== undefined && grammar.test(importer) && source.endsWith('/editor/editor.api.js')
        ? names
        : null,
    load: (id) => (id === names ? 'export const languages = { IndentAction: {} }' : null),
  }
}
