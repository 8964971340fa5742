import type { editor, IDisposable, languages, Position } from 'monaco-editor'
import { completionContext, quoteName } from './completion-context.ts'
import type { NamedTable } from './completion-context.ts'
import type { MonacoApi } from './monaco-loader.ts'
import type { SqlVocabulary } from './sql-grammar.ts'

/** Reads database names for completion. The implementation caches the results. */
export type CompletionSource = {
  schemas: () => Promise<readonly { name: string }[]>
  tables: (schema: string) => Promise<readonly { id: number; name: string; kind: string }[]>
  columns: (tableId: number) => Promise<readonly { name: string; type: string }[]>
}

type Options = {
  model: editor.ITextModel
  source: CompletionSource
  vocabulary: SqlVocabulary
}

/** The number of characters examined before and after the cursor. */
const WINDOW = 20_000
const DEFAULT_SCHEMA = 'public'

/** Suggests schemas, tables, columns, functions and keywords in one editor until disposed. */
export function registerCompletion(monaco: MonacoApi, options: Options): IDisposable {
  const { model, source, vocabulary } = options
  return monaco.languages.registerCompletionItemProvider('pgsql', {
    triggerCharacters: ['.', ' '],
    async provideCompletionItems(asked, position, { triggerCharacter }) {
      if (asked !== model) return { suggestions: [] }
      const { before, statement } = textAround(model, position)
      const context = completionContext(before, statement)
      // A space opens suggestions only where a table name must follow, rather than after every
      // word.
      if (triggerCharacter === ' ' && context.kind !== 'table') return { suggestions: [] }
      const word = model.getWordUntilPosition(position)
      const item = itemMaker(monaco, {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: word.startColumn,
        endColumn: word.endColumn,
      })
      if (context.kind === 'table') return { suggestions: await tableItems(source, item) }
      if (context.kind === 'any') {
        const columns = await columnItems(source, context.tables, item)
        const tables = await tableItems(source, item)
        return { suggestions: [...columns, ...tables, ...wordItems(vocabulary, item)] }
      }
      if (context.table !== undefined) {
        return { suggestions: await columnItems(source, [context.table], item) }
      }
      const tables = await source.tables(context.qualifier)
      return { suggestions: tables.map(({ name, kind }) => item('table', name, kind)) }
    },
  })
}

function textAround(model: editor.ITextModel, position: Position) {
  const offset = model.getOffsetAt(position)
  const start = Math.max(0, offset - WINDOW)
  const length = model.getValueLength()
  const from = model.getPositionAt(start)
  const to = model.getPositionAt(Math.min(length, offset + WINDOW))
  const text = model.getValueInRange({
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  })
  const cursor = offset - start
  const first = text.lastIndexOf(';', cursor - 1) + 1
  const end = text.indexOf(';', cursor)
  return {
    before: text.slice(first, cursor),
    statement: text.slice(first, end === -1 ? undefined : end),
  }
}

type Kind = 'schema' | 'table' | 'column' | 'function' | 'keyword'
type MakeItem = (kind: Kind, name: string, detail: string) => languages.CompletionItem

/** Sort order of the suggestions: columns, tables, schemas, functions, keywords. */
const ORDER: Record<Kind, string> = {
  column: '1',
  table: '2',
  schema: '3',
  function: '4',
  keyword: '5',
}

function itemMaker(monaco: MonacoApi, range: languages.CompletionItem['range']): MakeItem {
  const { CompletionItemKind } = monaco.languages
  const kinds: Record<Kind, languages.CompletionItemKind> = {
    schema: CompletionItemKind.Module,
    table: CompletionItemKind.Struct,
    column: CompletionItemKind.Field,
    function: CompletionItemKind.Function,
    keyword: CompletionItemKind.Keyword,
  }
  return (kind, name, detail) => ({
    label: name,
    kind: kinds[kind],
    detail,
    insertText: kind === 'keyword' || kind === 'function' ? name : quoteName(name),
    sortText: `${ORDER[kind]}${name}`,
    range,
  })
}

async function tableItems(source: CompletionSource, item: MakeItem) {
  const [tables, schemas] = await Promise.all([source.tables(DEFAULT_SCHEMA), source.schemas()])
  return [
    ...tables.map(({ name, kind }) => item('table', name, kind.replaceAll('_', ' '))),
    ...schemas.map(({ name }) => item('schema', name, 'schema')),
  ]
}

async function columnItems(
  source: CompletionSource,
  named: readonly NamedTable[],
  item: MakeItem,
): Promise<languages.CompletionItem[]> {
  const lists = await Promise.all(
    named.slice(0, 20).map(async ({ schema = DEFAULT_SCHEMA, name }) => {
      const tables = await source.tables(schema)
      const table = tables.find((candidate) => candidate.name === name)
      return table === undefined ? [] : source.columns(table.id)
    }),
  )
  return lists.flat().map(({ name, type }) => item('column', name, type))
}

const wordItems = ({ keywords, functions }: SqlVocabulary, item: MakeItem) => [
  ...functions.map((name) => item('function', name.toLowerCase(), 'function')),
  ...keywords.map((name) => item('keyword', name.toLowerCase(), 'keyword')),
]
