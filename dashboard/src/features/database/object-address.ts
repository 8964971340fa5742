import type { CustomType } from '@stoa/contract/services/meta/objects'

type ObjectName = { schema: string; name: string }
type OnTable = { schema: string; table: string; name: string }

/** Objects as a change names them. */
export const objectAddress = {
  function: ({ id }: { id: number }) => ({ type: 'function' as const, id }),
  view: ({ schema, name, is_materialized }: ObjectName & { is_materialized: boolean }) => ({
    type: 'view' as const,
    schema,
    name,
    is_materialized,
  }),
  trigger: ({ schema, table, name }: OnTable) => ({
    type: 'trigger' as const,
    schema,
    table,
    name,
  }),
  policy: ({ schema, table, name }: OnTable) => ({ type: 'policy' as const, schema, table, name }),
  type: ({ schema, name, kind }: ObjectName & { kind?: CustomType['kind'] }) => ({
    type: 'type' as const,
    schema,
    name,
    is_domain: kind === 'domain',
  }),
  sequence: ({ schema, name }: ObjectName) => ({ type: 'sequence' as const, schema, name }),
  index: ({ schema, name }: ObjectName) => ({ type: 'index' as const, schema, name }),
  schema: ({ name }: { name: string }) => ({ type: 'schema' as const, name }),
  extension: ({ name }: { name: string }) => ({ type: 'extension' as const, name }),
  publication: ({ name }: { name: string }) => ({ type: 'publication' as const, name }),
  role: ({ name }: { name: string }) => ({ type: 'role' as const, name }),
}

/** An expression that was typed; null if it is empty. */
export const expressionOf = (text: string): string | null =>
  text.trim() === '' ? null : text.trim()
