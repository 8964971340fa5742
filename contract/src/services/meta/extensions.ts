import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef } from './params.ts'

export const DatabaseExtension = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  /** The version that is installed by default; null if the server no longer has its files. */
  default_version: z.string().nullable(),
  /** Null while it is not installed. */
  installed_version: z.string().nullable(),
  /** The oid and the schema of an installed extension. */
  id: z.int().nullable(),
  schema: z.string().nullable(),
  /** The only schema that it can be installed in; null if there is a choice. */
  fixed_schema: z.string().nullable(),
  /** Extensions that it needs. */
  requires: z.array(z.string()),
  /** Whether Postgres lets the owner of the database, who is no superuser, install it. */
  can_install: z.boolean(),
  /** Whether the owner of the database can update and remove the installed extension. */
  can_change: z.boolean(),
})
export type DatabaseExtension = z.infer<typeof DatabaseExtension>

/** The extensions that the server has files of, and the installed ones, by name. */
export const listExtensions = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/extensions',
  access: 'database:read',
  params: byRef,
  response: z.array(DatabaseExtension),
})
