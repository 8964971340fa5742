import type { editor, IDisposable, languages, Position } from 'monaco-editor'
import { completionContext, quoteName, type CompletionContext } from './completion-context.ts'
import { DEFAULT_SCHEMA, findTable } from './find-table.ts'
import type { CompletionSource } from './completion-source.ts'
import { joinConditions } from './join-conditions.ts'
import type { MonacoApi } from './monaco-loader.ts'
import type { SqlVocabulary } from './sql-grammar.ts'
import type { Source } from './statement-sources.ts'

type Options = {
  model: editor.ITextModel
  source: CompletionSource
  vocabulary: SqlVocabulary
}

/** The number of characters examined before and after the cursor. */
const WINDOW = 20_000
/** Tables of one statement that are looked up. */
const MOST_TABLES = 20

/** Suggests schemas, tables, columns, functions and keywords in one editor until disposed. */
export function registerCompletion(monaco: MonacoApi, options: Options): IDisposable {
  const { model, source, vocabulary } = options
  return monaco.languages.registerCompletionItemProvider('pgsql', {
    triggerCharacters: ['.', ' '],
    async provideCompletionItems(asked, position, { triggerCharacter }) {
      if (asked !== model) return { suggestions: [] }
      const { before, statement } = textAround(model, position)
      const context = completionContext(before, statement)
      // A space opens suggestions only where a table or a condition must follow, rather than after
      // every word.
      const isExpected = context.kind === 'table' || context.kind === 'join'
      if (triggerCharacter === ' ' && !isExpected) return { suggestions: [] }
      const word = model.getWordUntilPosition(position)
      const item = itemMaker(monaco, {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: word.startColumn,
        endColumn: word.endColumn,
      })
      try {
        return { suggestions: await suggest(context, { source, vocabulary, item }) }
      } catch {
        // Without the catalog, there are no suggestions.
        return { suggestions: [] }
      }
    },
  })
}

type Suggesting = { source: CompletionSource; vocabulary: SqlVocabulary; item: MakeItem }

async function suggest(
  context: CompletionContext,
  { source, vocabulary, item }: Suggesting,
): Promise<languages.CompletionItem[]> {
  if (context.kind === 'table') {
    const common = context.common.map((name) => item('table', name, 'common table expression'))
    return [...common, ...(await tableItems(source, item))]
  }
  if (context.kind === 'join') {
    const conditions = await joinConditions(context, source)
    const columns = await columnItems(source, context.sources, item)
    return [...conditions.map((text) => item('condition', text, 'foreign key')), ...columns]
  }
  if (context.kind === 'any') {
    const columns = await columnItems(source, context.sources, item)
    const tables = await tableItems(source, item)
    return [...columns, ...tables, ...wordItems(vocabulary, item)]
  }
  if (context.source !== undefined) return columnItems(source, [context.source], item)
  // An alias whose table is not written yet is no schema.
  const schemas = await source.schemas()
  if (!schemas.some(({ name }) => name === context.qualifier)) return []
  const tables = await source.tables(context.qualifier)
  return tables.map(({ name, kind }) => item('table', name, kind))
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

type Kind = 'condition' | 'schema' | 'table' | 'column' | 'function' | 'keyword'
type MakeItem = (kind: Kind, name: string, detail: string) => languages.CompletionItem

/** Sort order of the suggestions: conditions, columns, tables, schemas, functions, keywords. */
const ORDER: Record<Kind, string> = {
  condition: '0',
  column: '1',
  table: '2',
  schema: '3',
  function: '4',
  keyword: '5',
}

const NAMES = new Set<Kind>(['schema', 'table', 'column'])

function itemMaker(monaco: MonacoApi, range: languages.CompletionItem['range']): MakeItem {
  const { CompletionItemKind } = monaco.languages
  const kinds: Record<Kind, languages.CompletionItemKind> = {
    condition: CompletionItemKind.Reference,
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
    insertText: NAMES.has(kind) ? quoteName(name) : name,
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
  sources: readonly Source[],
  item: MakeItem,
): Promise<languages.CompletionItem[]> {
  const tables = sources.flatMap((each) => each.tables).slice(0, MOST_TABLES)
  const lists = await Promise.all(
    tables.map(async (named) => {
      const table = await findTable(source, named)
      return table === undefined ? [] : source.columns(table.id)
    }),
  )
  return [
    ...sources.flatMap(({ alias, columns }) => columns.map((name) => item('column', name, alias))),
    ...lists.flat().map(({ name, type }) => item('column', name, type)),
  ]
}

const wordItems = ({ keywords, functions }: SqlVocabulary, item: MakeItem) => [
  ...functions.map((name) => item('function', name.toLowerCase(), 'function')),
  ...keywords.map((name) => item('keyword', name.toLowerCase(), 'keyword')),
]
