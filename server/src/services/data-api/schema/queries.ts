import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { z } from 'zod'
import {
  readDatabaseSettings,
  type DatabaseSettings,
} from '../../../project/data-plane/database-settings.ts'
import { withDatabaseSettings } from '../../../project/data-plane/effective-settings.ts'
import type { Project } from '../../../project/project.ts'
import { CATALOG_PATH } from '../../../postgres/search-path.ts'
import { sql } from '../../../postgres/sql.ts'
import { sqlFile } from '../../../postgres/sql-file.ts'

const CATALOGUE = sqlFile(new URL('catalogue.sql', import.meta.url))
const CatalogueRow = z.object({ catalogue: z.string() })

// With the path of the catalog, names outside pg_catalog are printed with their schema. The role's
// time limit is meant for requests, and reading a large schema on a busy machine can exceed it.
// Relations are sorted with all their columns, which at 5,000 tables would otherwise go to disk.
const PREPARE = sql`
  select set_config('search_path', ${CATALOG_PATH}, true), set_config('statement_timeout', '0', true),
    set_config('work_mem', '16MB', true)`

/**
 * Reads the settings and the schema of a project's database, as JSON. `listening` resolves once
 * changes are notified, so that the reading includes all earlier ones.
 */
export const readDatabase = (
  project: Project,
  listening: Promise<void>,
): Promise<{ readonly own: DatabaseSettings; readonly catalogue: string }> =>
  // As authenticator, whose only privilege of its own is to read the catalogue.
  project.database.as('authenticator').transaction(
    async (tx) => {
      await listening
      await tx.run(PREPARE)
      const own = await readDatabaseSettings(tx)
      const { exposed_schemas: exposed } = withDatabaseSettings(
        project.settings.of(dataApiSettings),
        own,
      )
      const { catalogue } = await tx.one(CATALOGUE(exposed), CatalogueRow)
      return { own, catalogue }
    },
    { endsConnection: true },
  )
