import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import type { Session } from '../../postgres/database.ts'
import { rawSql } from '../../postgres/sql.ts'
import { megabytes } from './free-space.ts'

/** Whether an earlier `setReadOnly` is still in effect; the cluster keeps it in this file. */
export const isReadOnly = (dataDir: string): Promise<boolean> =>
  readFile(path.join(dataDir, 'postgresql.auto.conf'), 'utf8').then(
    (text) => /^default_transaction_read_only = 'on'$/m.test(text),
    () => false,
  )

/**
 * Makes new transactions of every session read-only by default, or writable again. A session can
 * still choose to write, so that its owner can delete data.
 *
 * @param session of the superuser.
 */
export async function setReadOnly(session: Session, isOn: boolean): Promise<void> {
  await session.run(
    isOn
      ? rawSql('alter system set default_transaction_read_only = on')
      : rawSql('alter system reset default_transaction_read_only'),
  )
  await session.run(rawSql('select pg_catalog.pg_reload_conf()'))
}

/** 507: the project has used up its own share of the disk. */
export const limitReached = (limit: number): AppError =>
  new AppError(
    'disk_limit_reached',
    `The project is read-only, because its database has reached the disk limit of ${megabytes(limit)}.`,
    {
      status: 507,
      hint: 'Delete data in a transaction that starts with "begin read write", then run "vacuum full" on its tables. The project is writable again within a minute.',
    },
  )

/** 507: the server has hardly any space left. */
export const diskAlmostFull = (): AppError =>
  new AppError(
    'disk_full',
    'All projects are read-only, because the disk of this server is almost full.',
    {
      status: 507,
      hint: 'Ask the operator of this server to free some space. The projects are writable again within a minute.',
    },
  )
