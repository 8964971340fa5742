import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { testServices } from '../../test/services.ts'
import { projectMigrations } from '../fleet/copies/template.ts'

/**
 * Everything that runs as the superuser of a project's cluster, and why it never runs code that the
 * project's owner or a service's role could have put there. New entries need a reason here.
 */
const SESSIONS: Readonly<Record<string, string>> = {
  'postgres/session.ts': 'Names the role.',
  'postgres/migrations.ts': 'Names the role, to exclude it from those that migrations can have.',
  'postgres/connect-role.ts': 'Opens the sessions that the other files ask for.',
  'postgres/database.ts': 'Opens the sessions that the other files ask for.',
  'postgres/clusters/template.ts': 'Migrates a template, which has no owner yet.',
  'fleet/machine/passwords.ts': 'Derives the password.',
  'fleet/machine/start-project.ts': 'Passes the password on to the backups.',
  'fleet/machine/credentials.ts': 'Opens the sessions of starts, and sets passwords of roles.',
  'fleet/machine/prepare-database.ts':
    'Runs the files below before anybody else connects, and sets passwords of roles.',
  'fleet/machine/open-database.ts':
    'Reads the pages of the catalog, by qualified names and operators.',
  'fleet/machine/guard-functions.ts':
    'Reads catalogs and sets search paths of functions, in every database of a cluster.',
  'fleet/machine/repair-logins.ts': 'Changes roles and databases, in template1.',
  'fleet/machine/database-password.ts': 'Changes a role, in template1.',
  'fleet/copies/running-copy.ts':
    'Begins and ends the backup mode, and makes a slot, in template1.',
  'fleet/copies/prepare-copy.ts':
    'Drops subscriptions, sets passwords, and empties tables without their triggers, before anybody else connects.',
  'fleet/pooler/read-users.ts': 'Reads the verifiers of roles from the catalog, in template1.',
  'fleet/replicas/primary.ts':
    'Makes and drops slots, reads statistics, and sets a password, in template1.',
  'fleet/disk/protection.ts': 'Changes a setting of the cluster and ends sessions, in template1.',
  'fleet/looks/look-cluster.ts':
    'Sets passwords of roles in template1, before anybody else connects. No SQL of members.',
  'fleet/verification/check-cluster.ts':
    'Reads catalogs and pages in scratch clusters, through functions of the extension amcheck.',
  'fleet/verification/verify-backup.ts': 'Opens the sessions of the file above.',
  'backups/base/copy-cluster-files.ts':
    'Copies the files over the replication protocol, and reads one setting of the server.',
  'metrics/samples/read-database.ts':
    'Reads views of statistics, by qualified names and operators, in template1.',
  'services/functions/database/login.ts': 'Creates and changes a role, in template1.',
  'services/meta/object-changes/change-event-trigger.ts':
    'Reads catalogs, and defines event triggers, which the guard keeps from running.',
  'services/wrappers/foreign-server-ddl.ts':
    'Defines foreign servers. Definitions run nothing, and the guard stops event triggers.',
  'fleet/records/control-plane.ts': 'The database of the platform, without an owner.',
  'fleet/records/instances.ts': 'The database of the platform.',
  'main/backup-parts.ts': 'The database of the platform.',
  'platform/index.ts': 'The database of the platform.',
  'platform/mailbox/mailbox.ts': 'The database of the platform.',
  'platform/access/access.ts': 'The database of the platform.',
}

const CREATES_ROLE = 'Creates the role and what it owns, before anybody could attach code to it.'
const DEFINES = 'Defines functions and event triggers of the superuser, and calls none of others.'
const CHANGES_ROLE = 'Changes a role and the owners of tables, which runs nothing.'
const RAN_BEFORE = 'Ran as the superuser in earlier releases, and only defines what the role owns.'

/** Migrations that do not run as the role of their service. */
const FILES: Readonly<Record<string, string>> = {
  'bootstrap/0001-roles.sql': CREATES_ROLE,
  'bootstrap/0002-extensions-of-the-superuser.sql': CHANGES_ROLE,
  'bootstrap/0003-no-replication.sql': CHANGES_ROLE,
  'bootstrap/0004-realtime.sql': CHANGES_ROLE,
  'bootstrap/0005-restores.sql': CHANGES_ROLE,
  'cron/0001-cron.sql': CREATES_ROLE,
  'data-api/0001-ddl-watch.sql': DEFINES,
  'data-api/0002-more-to-watch.sql': DEFINES,
  'data-api/0003-own-settings.sql': DEFINES,
  'data-api/0004-watch-restores.sql': DEFINES,
  'data-api/0005-qualified-refusal.sql': DEFINES,
  'data-api/0006-watch-policies.sql': DEFINES,
  'graphql/0001-graphql.sql': DEFINES,
  'graphql/0002-watch-restores.sql': DEFINES,
  'meta/0001-reader.sql': 'Grants and revokes, which runs nothing.',
  'meta/0002-event-triggers.sql': DEFINES,
  'meta/0003-qualified-guard.sql': DEFINES,
  'meta/0004-saved-changes.sql': CREATES_ROLE,
  'meta/0005-backfills.sql': 'Creates a table and functions of a role, and calls none of others.',
  'queues/0001-queues.sql': CREATES_ROLE,
  'queues/0002-messages.sql': RAN_BEFORE,
  'queues/0003-shorter-calls.sql': RAN_BEFORE,
  'queues/0004-reading-one.sql': RAN_BEFORE,
  'queues/0005-groups-topics-notifications.sql': RAN_BEFORE,
  'vault/0001-vault.sql': CREATES_ROLE,
  'vault/0002-key-rotation.sql': RAN_BEFORE,
  'webhooks/0001-requests.sql': CREATES_ROLE,
  'wrappers/0001-foreign-servers.sql': 'Creates tables, before they have an owner of their own.',
  'wrappers/0002-file-sources.sql': 'Creates tables, before they have an owner of their own.',
  'wrappers/0003-role.sql': CHANGES_ROLE,
}

const source = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/(?:\.test\.ts|\/test-[^/]*)$/.test(file))
  .map((file) => file.split(path.sep).join('/'))
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8')

describe('the superuser', () => {
  it('has no sessions but those that are listed with their reason', () => {
    const found = files.filter((file) =>
      /\bsupabase_admin\b|\bSUPERUSER\b|\badminister\(|\bconnectSuperuser\(/.test(textOf(file)),
    )
    expect(found.toSorted()).toEqual(Object.keys(SESSIONS).toSorted())
  })

  it('runs no migrations but those that are listed with their reason', () => {
    const unlisted = projectMigrations(testServices()).flatMap(
      ({ owner, folder, role, bySuperuser = [] }) =>
        readdirSync(folder)
          .filter((file) => role === undefined || bySuperuser.includes(file))
          .map((file) => `${owner}/${file}`)
          .filter((file) => !(file in FILES)),
    )
    expect(unlisted).toEqual([])
  })

  it('reads no secrets, and calls no functions of the vault', () => {
    const found = files.filter((file) => file in SESSIONS && /\bvault\.\w/.test(textOf(file)))
    expect(found).toEqual([])
  })
})

describe('a connection to Postgres', () => {
  it('is opened in one place, which checks the database, and by the job queue', () => {
    const found = files
      .filter((file) => / from 'pg'/.test(textOf(file)))
      .filter((file) => /\bnew (?:pg\.)?(?:Client|Pool)\(/.test(textOf(file)))
    // The queue connects only to the platform's own database.
    expect(found.toSorted()).toEqual(['postgres/connections/connect.ts', 'postgres/jobs.ts'])
  })

  it('need not check its database if that is the operator’s, or if only catalogs are read', () => {
    const found = files.filter((file) => /(?<!readonly )\bisUnproven: true\b/.test(textOf(file)))
    expect(found.toSorted()).toEqual([
      'fleet/copies/prepare-copy.ts',
      'fleet/machine/guard-functions.ts',
      'fleet/records/control-plane.ts',
      'fleet/verification/check-cluster.ts',
    ])
  })
})
