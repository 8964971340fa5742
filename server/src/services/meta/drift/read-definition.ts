import type { Facets } from './definitions/facets.ts'
import type { ReadConstraint } from './definitions/constraint-definition.ts'
import { runToEnd } from '../../../lib/turns.ts'
import { readHistoryObjects } from './history-objects.ts'

export type Definition = {
  readonly facets: Facets
  readonly constraint: ReadConstraint | null
}

const UNREAD = { schema: 'stoa', table: 'stoa' }

/** Reads the SQL that Postgres prints for an object just as the SQL of the history is read. */
export function readDefinition(kind: string, text: string): Definition | undefined {
  const isPart = kind === 'table' || kind === 'column' || kind === 'constraint'
  const statements = isPart
    ? [`create table ${UNREAD.schema}.${UNREAD.table} ()`, ...partStatements(kind, text)]
    : [text]
  const { objects } = runToEnd(readHistoryObjects([{ version: '', statements }]))
  const found = [...objects.values()].find((object) => object.kind === kind)
  return found && { facets: found.facets, constraint: found.constraint }
}

function partStatements(kind: 'table' | 'column' | 'constraint', text: string): string[] {
  const alter = `alter table ${UNREAD.schema}.${UNREAD.table}`
  if (kind === 'table') return text === '' ? [] : text.split(', ').map((flag) => `${alter} ${flag}`)
  if (kind === 'column') return [`${alter} add column stoa ${text}`]
  return [`${alter} add constraint stoa ${text}`]
}
