import { z } from 'zod'
import {
  MAX_S3_ACCESS_KEYS,
  type S3AccessKey,
} from '@stoa/contract/services/storage/s3-access-keys'
import { perProject } from '../../../project/per-project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { SecretBox } from '../../../lib/secret-box.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { s3Error } from './errors.ts'

/**
 * The access keys of the projects. The holder of one acts as `service_role` in its project's
 * storage.
 */
export type AccessKeys = {
  list(project: Project): Promise<S3AccessKey[]>
  /** Creates a key. Its secret is shown only now. Rejects with 409 `too_many_s3_access_keys`. */
  create(project: Project, description: string): Promise<S3AccessKey & { readonly secret: string }>
  /** Rejects with 404 `s3_access_key_not_found` if the key does not exist. */
  require(project: Project, id: string): Promise<void>
  /** From the next request on, the key is refused. Rejects with 404 `s3_access_key_not_found`. */
  remove(project: Project, id: string): Promise<void>
  /** The secret of a key, as a list of one. Rejects with `InvalidAccessKeyId`. */
  secretsOf(project: Project, id: string): Promise<readonly string[]>
}

const ADMIN = 'supabase_storage_admin'

const Row = z.object({ id: z.string(), description: z.string(), created_at: z.coerce.date() })
const Sealed = z.object({ sealed_secret: z.string() })

type Deps = {
  readonly clock: Clock
  /** Encrypts the secrets, bound to their key and project, so that a copy of the row is useless. */
  readonly secrets: SecretBox
  /** Hexadecimal digits of a number of random bytes, from a secure source. */
  readonly randomHex: (bytes: number) => string
}

export function createAccessKeys({ clock, secrets, randomHex }: Deps): AccessKeys {
  // The cache of a running project: a key is read once until it is deleted or the project sleeps.
  const known = perProject(() => new Map<string, readonly string[]>())

  async function read({ database, ref }: Project, id: string): Promise<readonly string[]> {
    const [row] = await database.as(ADMIN).many(
      sql`
        select sealed_secret from storage.s3_access_keys
        where id = ${id} and project_ref = ${ref}`,
      Sealed,
    )
    if (!row) throw s3Error('InvalidAccessKeyId')
    return [secrets.open(Buffer.from(row.sealed_secret, 'base64'), contextOf(ref, id))]
  }

  return {
    async list({ database, ref }) {
      const rows = await database.as(ADMIN).many(
        sql`
          select id, description, created_at from storage.s3_access_keys
          where project_ref = ${ref} order by created_at, id`,
        Row,
      )
      return rows.map(toRecord)
    },
    async create({ database, ref }, description) {
      const key = { id: randomHex(16), description, createdAt: clock.now() }
      const secret = randomHex(32)
      const sealed = secrets.seal(secret, contextOf(ref, key.id)).toString('base64')
      const created = await database.as(ADMIN).run(sql`
        insert into storage.s3_access_keys (id, project_ref, description, sealed_secret, created_at)
        select ${key.id}, ${ref}, ${description}, ${sealed}, ${key.createdAt}::timestamptz
        where (select pg_catalog.count(*) from storage.s3_access_keys where project_ref = ${ref})
          < ${MAX_S3_ACCESS_KEYS}::integer`)
      if (created === 0)
        throw new AppError(
          'too_many_s3_access_keys',
          `A project can have at most ${MAX_S3_ACCESS_KEYS} S3 access keys.`,
          { status: 409, hint: 'Revoke a key that is no longer used.' },
        )
      return { id: key.id, description, created_at: key.createdAt.toISOString(), secret }
    },
    async require({ database, ref }, id) {
      const found = await database.as(ADMIN).many(
        sql`
          select id, description, created_at from storage.s3_access_keys
          where id = ${id} and project_ref = ${ref}`,
        Row,
      )
      if (found.length === 0) throw notFound()
    },
    async remove(project, id) {
      const removed = await project.database.as(ADMIN).run(sql`
        delete from storage.s3_access_keys where id = ${id} and project_ref = ${project.ref}`)
      known.drop(project)
      if (removed === 0) throw notFound()
    },
    async secretsOf(project, id) {
      const cache = known(project)
      const remembered = cache.get(id)
      if (remembered) return remembered
      const found = await read(project, id)
      // If the key is deleted during the read, the cache is dropped, so this entry is never used.
      cache.set(id, found)
      return found
    },
  }
}

const notFound = () =>
  new AppError('s3_access_key_not_found', 'This S3 access key does not exist.', {
    status: 404,
    hint: 'It may have been revoked already. Reload the page.',
  })

const contextOf = (ref: string, id: string) => `${ref} ${id}`

const toRecord = ({
  id,
  description,
  created_at: createdAt,
}: z.infer<typeof Row>): S3AccessKey => ({
  id,
  description,
  created_at: createdAt.toISOString(),
})
