import type { Policy } from '@supabase/pg-delta/policy'
import { SHARED_SCHEMAS } from '../catalog/routines-sql.ts'

const PLATFORM_ROLES = ['supabase_*', 'authenticator', 'pgbouncer', 'dashboard_user']

/**
 * Limits the engine to the objects of the project's owner. The platform's are assumed to be there,
 * so that keys and policies can refer to them, but are never changed. The first matching rule decides.
 */
export const ownersPolicy = (ignoredSchemas: readonly string[]): Policy => {
  const platform = [...ignoredSchemas]
  return {
    id: 'stoa',
    assumedSchemas: platform,
    filter: [
      // Their arguments contain headers, which can be secrets.
      {
        match: {
          all: [
            { kind: 'trigger' },
            { edgeTo: { kind: 'function', schema: 'supabase_functions' } },
          ],
        },
        action: 'exclude',
      },
      {
        match: {
          all: [
            { kind: 'trigger' },
            { schema: [...SHARED_SCHEMAS] },
            { not: { edgeTo: { kind: 'function', schema: platform } } },
          ],
        },
        action: 'include',
      },
      { match: { all: [{ kind: 'policy' }, { schema: [...SHARED_SCHEMAS] }] }, action: 'include' },
      { match: { schema: platform }, action: 'exclude' },
      { match: { all: [{ kind: 'schema' }, { name: platform }] }, action: 'exclude' },
      { match: { owner: PLATFORM_ROLES }, action: 'exclude' },
      {
        match: {
          all: [{ kind: 'defaultPrivilege' }, { idField: { field: 'role', glob: PLATFORM_ROLES } }],
        },
        action: 'exclude',
      },
      // Only a superuser can grant or revoke them.
      { match: { all: [{ kind: 'acl' }, { target: { kind: 'fdw' } }] }, action: 'exclude' },
      { match: { kind: ['role', 'membership', 'subscription'] }, action: 'exclude' },
      {
        match: {
          all: [
            { kind: ['acl', 'comment', 'securityLabel'] },
            {
              any: [
                { target: { schema: platform } },
                { target: { kind: 'schema', name: platform } },
              ],
            },
          ],
        },
        action: 'exclude',
      },
    ],
  }
}
