import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('../dashboard/src', import.meta.url))

/**
 * The files of the dashboard that quote names or texts for SQL. The list may only become shorter:
 * send an operation of `contract/src/services/meta/object-changes.ts` instead.
 */
const COMPOSING = [
  'components/policies/policy-templates.ts',
  'features/auth/settings/hook-target.tsx',
  'features/cron/commands.ts',
  'features/database/object-sql.ts',
  'features/database/policies/policy-test.ts',
  'features/realtime/policies/realtime-templates.ts',
  'features/storage/policies/policy-groups.ts',
  'features/storage/policies/storage-templates.ts',
  'features/wrappers/server-details.tsx',
]

it('lets no other file of the dashboard compose SQL', () => {
  const composing = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => readFileSync(path.join(source, file), 'utf8').includes('/sql-names.ts'))
    .map((file) => file.replaceAll('\\', '/'))
  expect(composing.sort()).toEqual(COMPOSING)
})
