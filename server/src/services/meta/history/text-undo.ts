import type { MigrationSource } from '@stoa/contract/services/meta/history'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { migrationName } from './name.ts'

type Text = { readonly sql: string; readonly replaces?: Replaced | undefined }

const SOURCES: readonly (readonly [RegExp, MigrationSource])[] = [
  [/^(?:create|alter|drop)_(?:function|procedure|aggregate|routine)_/, 'functions'],
  [/^(?:create|alter|drop)_(?:materialized_)?view_/, 'views'],
  [/^(?:create|alter|drop)_(?:type|domain)_/, 'types'],
  [/^create_(?:constraint_)?trigger_/, 'triggers'],
  [/^(?:create|alter|drop)_policy_/, 'policies'],
]

/** The page with the editor for texts of this kind. */
export function sourceOfText({ sql }: Text): MigrationSource {
  const name = migrationName(sql)
  return SOURCES.find(([pattern]) => pattern.test(`${name}_`))?.[1] ?? 'sql'
}

const UNREAD = 'The server does not know what this SQL changes.'

/** A function that a text replaces is restored from the definition that its editor showed. */
export const undoOfText = ({
  replaces,
}: Text): { readonly rollback: string } | { readonly no_rollback: string } =>
  replaces?.kind === 'function' ? { rollback: replaces.definition } : { no_rollback: UNREAD }
