import { z } from 'zod'
import { ident, sql } from '../../../postgres/sql.ts'
import { defineLint } from '../lint.ts'
import { briefLock } from '../locks.ts'

export const extensionInPublic = defineLint({
  name: 'extension_in_public',
  title: 'Extension in the schema public',
  category: 'security',
  level: 'WARN',
  description: 'An extension is installed in the schema public.',
  why: 'The Data API serves the functions of the extension to every client, and their names mix with yours.',
  remedy: [
    'Move the extension to the schema extensions, which is in the default search path.',
    'If it cannot be moved, delete it and create it again in that schema.',
  ],
  facts: z.object({ can_move: z.boolean() }),
  find: () => sql`
    select 'extension' as kind, n.nspname::text as schema, x.extname::text as name,
      null::text as "table", null::oid as table_id, array[]::text[] as subject,
      jsonb_build_object('can_move', x.extrelocatable
        and pg_has_role(x.extowner, 'usage')
        and exists (select from pg_namespace as e where e.nspname = 'extensions')) as facts
    from pg_extension as x
    join pg_namespace as n on n.oid = x.extnamespace
    where n.nspname = 'public'`,
  detail: ({ name }) => `The extension ${name} is installed in the schema public.`,
  fix: ({ name }, { can_move: canMove }) =>
    canMove
      ? {
          title: `Move ${name} to the schema extensions`,
          statements: [sql`alter extension ${ident(name)} set schema extensions`],
          undo: [sql`alter extension ${ident(name)} set schema public`],
          locks: [briefLock(name)],
          effect:
            'Queries find the extension through the default search path. Functions that name it as public or set another search path need a change.',
        }
      : undefined,
})
