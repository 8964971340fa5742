import type { StableId } from '@supabase/pg-delta'
import type { Action } from '@supabase/pg-delta/plan'
import { mendSql } from './mends.ts'
import type { PlannedStatement } from './messages.ts'
import { canRewrite } from './rewrites.ts'

const LOCKS = {
  none: 'none',
  share: 'share',
  shareRowExclusive: 'share_row_exclusive',
  shareUpdateExclusive: 'share_update_exclusive',
  accessExclusive: 'access_exclusive',
} as const

/** The engine's actions as statements, those first that later ones need in a finished transaction. */
export function toStatements(actions: readonly Action[]): PlannedStatement[] {
  const statements = actions.map(toStatement)
  return [
    ...statements.filter(({ commits_first: isFirst }) => isFirst),
    ...statements.filter(({ commits_first: isFirst }) => !isFirst),
  ]
}

const toStatement = (action: Action): PlannedStatement => ({
  sql: mendSql(action.sql),
  verb: action.verb,
  object: objectOf(action),
  is_destructive: action.dataLoss === 'destructive',
  lock: LOCKS[action.lockClass],
  rewrites: canRewrite(action),
  commits_first: /^ALTER TYPE (?:[^']|'')*? ADD VALUE /i.test(action.sql),
})

function objectOf({ produces, destroys, consumes, releases }: Action): PlannedStatement['object'] {
  const id = produces[0] ?? destroys[0] ?? consumes[0] ?? releases[0]
  return id ? describeId(id) : { kind: 'database', schema: null, parent: null, name: '' }
}

/** The fields that the names of the engine's kinds can have. */
function describeId(id: StableId): PlannedStatement['object'] {
  // A comment or a privilege belongs to the object that it is about.
  if ('target' in id) return describeId(id.target)
  const fields = new Map<string, unknown>(Object.entries(id))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : null
  }
  const args = fields.get('args')
  const name = text('name') ?? text('role') ?? text('objtype') ?? ''
  return {
    kind: id.kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    schema: text('schema'),
    parent: text('table') ?? text('server') ?? text('publication'),
    name: Array.isArray(args) ? `${name}(${args.join(', ')})` : name,
  }
}
