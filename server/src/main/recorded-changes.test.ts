import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/**
 * Each operation of members that can write, and how its changes of the schema are recorded
 * (decision 17). A new operation needs a line here.
 */

const ROWS = 'Changes rows, not definitions.'
const READS = 'Changes nothing in the database.'
const RECORDED = 'Recorded.'
const HISTORY = 'Changes the history itself.'
const CONFIGURATION = 'Settings and records of the service, which are kept outside of the schema.'
const SECRETS = 'Contains secrets or headers, which a migration would show.'

/** Services whose member operations all have the same reason. */
const SERVICES: Readonly<Record<string, string>> = {
  auth: CONFIGURATION,
  functions: CONFIGURATION,
  realtime: READS,
  // Buckets and files are rows of the schema storage. Its policies are changes of objects.
  storage: ROWS,
  // Jobs are rows of cron.job.
  cron: ROWS,
  vault: SECRETS,
  webhooks: SECRETS,
  logs: READS,
  alerts: CONFIGURATION,
}

const OPERATIONS: Readonly<Record<string, string>> = {
  runGraphql: ROWS,
  // Imports: tables.
  createImport: READS,
  createScriptImport: 'Files of SQL such as dumps, which drift shows.',
  sendImportedFile: RECORDED,
  createSampleDatabase: RECORDED,
  planImport: READS,
  previewImport: READS,
  cancelImport: READS,
  // Definitions.
  changeObject: RECORDED,
  createTable: RECORDED,
  updateTable: RECORDED,
  deleteTable: RECORDED,
  duplicateTable: RECORDED,
  addColumn: RECORDED,
  updateColumn: RECORDED,
  deleteColumn: RECORDED,
  addConstraint: RECORDED,
  renameConstraint: RECORDED,
  validateConstraint: RECORDED,
  deleteConstraint: RECORDED,
  checkConstraint: READS,
  previewDefinition: READS,
  startBackfill: RECORDED,
  cancelBackfill: READS,
  changePrivileges: RECORDED,
  grantColumnPrivileges: RECORDED,
  grantTablePrivileges: RECORDED,
  revokeColumnPrivileges: RECORDED,
  revokeTablePrivileges: RECORDED,
  // History.
  applyMigration: RECORDED,
  applyMigrationFile: RECORDED,
  revertMigration: RECORDED,
  rollBackMigrations: HISTORY,
  recordMigration: HISTORY,
  repairMigration: HISTORY,
  squashMigrations: HISTORY,
  updateMigration: HISTORY,
  recordDrift: HISTORY,
  // SQL text of the editors of functions, views and types is recorded, experiments are not.
  runQuery: RECORDED,
  streamQuery: 'Experiments in the SQL editor, which drift shows.',
  exportQuery: 'Experiments in the SQL editor, which drift shows.',
  commitTransaction: 'Experiments in the SQL editor, which drift shows.',
  runManagedQuery: 'Statements of other tools, which record their own migrations.',
  runManagedReadOnlyQuery: READS,
  rollBackTransaction: READS,
  cancelQuery: READS,
  cancelSession: READS,
  terminateSession: READS,
  adviseIndexes: READS,
  planStatement: READS,
  testPolicies: READS,
  draftSql: READS,
  // Rows.
  changeRows: ROWS,
  changeManyRows: ROWS,
  readSaveOutcome: READS,
  exportRows: READS,
  listRowReferences: READS,
  getRow: READS,
  listRows: READS,
  insertRow: ROWS,
  updateRow: ROWS,
  deleteRows: ROWS,
  // A look at an earlier moment.
  runPastQuery: READS,
  cancelPastQuery: READS,
  previewBringBack: READS,
  bringBack: RECORDED,
  // Queues.
  createQueue: RECORDED,
  dropQueue: RECORDED,
  setDeadLetters: RECORDED,
  setQueueGrants: RECORDED,
  setQueuesApi: RECORDED,
  archiveQueueMessage: ROWS,
  deleteQueueMessage: ROWS,
  purgeQueue: ROWS,
  sendQueueMessage: ROWS,
  // Wrappers.
  createForeignServer: RECORDED,
  deleteForeignServer: RECORDED,
  importForeignTables: RECORDED,
  updateForeignServer: SECRETS,
  testForeignServer: READS,
  createFileSource: CONFIGURATION,
  updateFileSource: CONFIGURATION,
  refreshFileSource: RECORDED,
  deleteFileSource: RECORDED,
  previewFile: READS,
  // Query performance.
  resetQueryStatistics: CONFIGURATION,
  // Advisors.
  applyFix: RECORDED,
  previewFix: READS,
  runAdvisors: READS,
  ignoreFinding: CONFIGURATION,
  restoreFinding: CONFIGURATION,
}

const folder = fileURLToPath(new URL('../../../contract/src/operations/services', import.meta.url))

const OPERATION =
  /export const (\w+): [^=]*= \{\s*method: '(\w+)',\s*path: '[^']*',\s*access: '([\w:]+)'/g

/** The writing operations of a service, by the modules that `npm run operations` writes. */
const operations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(OPERATION)].flatMap(
      ([, name = '', method]) =>
        method === 'GET' ? [] : [{ service: file.split(path.sep)[0] ?? '', name }],
    ),
  )

it('every member operation that can change the schema is recorded, or has a reason', () => {
  expect(operations.length).toBeGreaterThan(100)
  const undecided = operations.filter(
    ({ service, name }) => !(service in SERVICES) && !(name in OPERATIONS),
  )
  expect(undecided).toEqual([])
})

it('lists no operation that is gone', () => {
  const names = new Set(operations.map(({ name }) => name))
  expect(Object.keys(OPERATIONS).filter((name) => !names.has(name))).toEqual([])
})
