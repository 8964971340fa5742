import type {
  CustomType,
  DatabaseFunction,
  DatabaseTrigger,
} from '@stoa/contract/services/meta/objects'
import { literal, qualified, quoted } from '../../lib/sql-names.ts'

type Named = { schema: string; name: string }
type OnTable = { schema: string; table: string; name: string }

const onTable = (kind: string, { schema, table, name }: OnTable): string =>
  `${kind} ${quoted(name)} on ${qualified({ schema, name: table })}`

/** An object as named in `comment on`, `alter` and `drop`. */
export const objectTarget = {
  function: (
    fn: Pick<DatabaseFunction, 'schema' | 'name' | 'kind' | 'identity_arguments'>,
  ): string => {
    const kind = fn.kind === 'procedure' || fn.kind === 'aggregate' ? fn.kind : 'function'
    // An aggregate without arguments is written with a star.
    const types = fn.kind === 'aggregate' ? fn.identity_arguments || '*' : fn.identity_arguments
    return `${kind} ${qualified(fn)}(${types})`
  },
  view: (view: Named & { is_materialized: boolean }): string =>
    `${view.is_materialized ? 'materialized view' : 'view'} ${qualified(view)}`,
  trigger: (trigger: Pick<DatabaseTrigger, 'schema' | 'table' | 'name'>): string =>
    onTable('trigger', trigger),
  policy: (policy: OnTable): string => onTable('policy', policy),
  type: (type: Named & { kind?: CustomType['kind'] }): string =>
    `${type.kind === 'domain' ? 'domain' : 'type'} ${qualified(type)}`,
  sequence: (sequence: Named): string => `sequence ${qualified(sequence)}`,
  index: (index: Named): string => `index ${qualified(index)}`,
  schema: ({ name }: { name: string }): string => `schema ${quoted(name)}`,
  extension: ({ name }: { name: string }): string => `extension ${quoted(name)}`,
  publication: ({ name }: { name: string }): string => `publication ${quoted(name)}`,
  eventTrigger: ({ name }: { name: string }): string => `event trigger ${quoted(name)}`,
  role: ({ name }: { name: string }): string => `role ${quoted(name)}`,
}

export const commentSql = (target: string, comment: string | null): string =>
  `comment on ${target} is ${comment === null ? 'null' : literal(comment)};`

export const renameSql = (target: string, name: string): string =>
  `alter ${target} rename to ${quoted(name)};`
